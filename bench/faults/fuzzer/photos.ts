import { drawLeaf } from '../../../server/src/testing/images/synthetic-photos.ts'
import type { Random } from '../random.ts'
import { createTinyPhoto } from './tiny-photo.ts'

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

  /** Draws a photo unlike all others; training rejects near duplicates. Yellowed leaves make the model unsure. */
  async drawNew(random: Random): Promise<Bytes> {
    const options = { seed: random.integer(1000, 1e9), yellowed: random.chance(0.7), width: 200, height: 200 }
    return new Uint8Array(await drawLeaf(options).jpeg({ quality: 80 }).toBuffer())
  }

  pickHostile(random: Random): Bytes {
    return createTinyPhoto(random)
  }
}
