import sharp from 'sharp'
import { drawLeaf } from '../../../server/src/testing/images/synthetic-photos.ts'
import type { Random } from '../random.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/** Leaf photos that the model recognizes, drawn once and changed for each upload. */
export class Photos {
  readonly #leaves: Buffer[] = []
  #count = 0

  async draw(count: number): Promise<void> {
    for (let seed = 1; seed <= count; seed++)
      this.#leaves.push(
        await drawLeaf({ seed, spots: seed % 3 === 0, yellowed: seed % 3 === 1, width: 240, height: 240 })
          .jpeg({ quality: 80 })
          .toBuffer(),
      )
  }

  /** Returns a photo with unique bytes after its end, because known bytes are answered from the history. */
  pick(random: Random): Bytes {
    return new Uint8Array(Buffer.concat([random.pick(this.#leaves), Buffer.from(`upload ${this.#count++}`)]))
  }

  /** Turns, crops and colors a leaf, because training rejects near duplicates. Drawing a new one takes a hundred times longer. */
  async change(random: Random): Promise<Bytes> {
    const side = random.integer(150, 230)
    const [left, top] = [random.integer(0, 240 - side), random.integer(0, 240 - side)]
    const photo = sharp(random.pick(this.#leaves))
      .extract({ left, top, width: side, height: side })
      .rotate(random.pick([0, 90, 180, 270]))
      .flop(random.chance(0.5))
      .modulate({ brightness: 0.8 + 0.4 * random.next(), hue: random.integer(-20, 20) })
    return new Uint8Array(await photo.jpeg({ quality: 80 }).toBuffer())
  }

  /** Returns a JPEG of 8 x 8 pixels with random bytes at its end, damaged in one case of five. */
  async pickHostile(random: Random): Promise<Bytes> {
    const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#808080' } })
      .jpeg()
      .toBuffer()
    const bytes = Buffer.concat([photo, Buffer.from(Array.from({ length: 8 }, () => random.integer(0, 255)))])
    if (random.chance(0.2)) bytes[random.integer(0, bytes.length - 1)] = random.integer(0, 255)
    return new Uint8Array(random.chance(0.05) ? bytes.subarray(0, random.integer(0, bytes.length)) : bytes)
  }
}
