import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { RgbImage } from '../src/inference/rgb-image.ts'

export type Pattern = 'waves' | 'discs' | 'blocks'

/** Draws the test patterns of ml/kutu_ml/export/golden.py, with integers only, so that both languages produce the same bytes. */
export function drawPattern(pattern: Pattern, width: number, height: number): RgbImage {
  const data = new Uint8Array(width * height * 3)
  for (let i = 0; i < data.length; i++) {
    const c = i % 3
    const x = Math.floor(i / 3) % width
    const y = Math.floor(i / 3 / width)
    data[i] = patterns[pattern](x, y, c, width, height)
  }
  return { width, height, data }
}

type PixelFormula = (x: number, y: number, c: number, width: number, height: number) => number
const patterns: Record<Pattern, PixelFormula> = {
  waves: (x, y, c) => (x * (3 + c) + y * (5 + 2 * c) + Math.floor((x * y) / (7 + c))) % 256,
  discs: (x, y, c, width, height) => {
    const across = Math.floor((x * 40) / width) - 20
    const down = Math.floor((y * 40) / height) - 20
    if (across * across + down * down >= 200) return 170 - 30 * c + ((x + 2 * y) % 16)
    return 60 + (c === 1 ? 50 : 0) + ((x * 13 + y * 7 + c * 29) % 40)
  },
  blocks: (x, y, c) => (Math.floor(x / 9) * 37 + Math.floor(y / 11) * 91 + c * 53) % 256,
}

export const toSharp = ({ width, height, data }: RgbImage) => sharp(data, { raw: { width, height, channels: 3 } })

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Returns a black PNG with one bit per pixel: megapixels in a few kilobytes. */
export function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND')])
}

/** Changes the size in the header of a PNG; its pixels then end too early. */
export function withPngSize(png: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(png)
  changed.writeUInt32BE(width, 16)
  changed.writeUInt32BE(height, 20)
  changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29)
  return changed
}

/** Changes the size in the frame header of a JPEG; its pixels then end too early. */
export function withJpegSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg)
  const baseline = changed.indexOf(Buffer.from([0xff, 0xc0, 0x00]))
  const frame = baseline >= 0 ? baseline : changed.indexOf(Buffer.from([0xff, 0xc2, 0x00]))
  if (frame < 0) throw new Error('the JPEG has no frame header')
  changed.writeUInt16BE(height, frame + 5)
  changed.writeUInt16BE(width, frame + 7)
  return changed
}

/** Returns the PNG as an animation (APNG) of two equal frames. */
export function animated(png: Buffer): Buffer {
  const { width, height } = { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
  const control = Buffer.alloc(8)
  control.writeUInt32BE(2, 0)
  const pixels = readChunks(png).filter(({ name }) => name === 'IDAT')
  const parts = readChunks(png).flatMap(({ name, body }) => {
    if (name === 'IHDR') return [chunk(name, body), chunk('acTL', control), chunk('fcTL', frame(0, width, height))]
    if (name !== 'IEND') return [chunk(name, body)]
    const second = pixels.map((part, i) => chunk('fdAT', Buffer.concat([toUint32(2 + i), part.body])))
    return [chunk('fcTL', frame(1, width, height)), ...second, chunk('IEND')]
  })
  return Buffer.concat([signature, ...parts])
}

function chunk(name: string, body: Uint8Array = new Uint8Array()): Buffer {
  const typedBody = Buffer.concat([Buffer.from(name, 'latin1'), body])
  return Buffer.concat([toUint32(body.length), typedBody, toUint32(crc32(typedBody))])
}

function readChunks(png: Buffer): { name: string; body: Buffer }[] {
  const chunks = []
  for (let offset = signature.length; offset < png.length; ) {
    const length = png.readUInt32BE(offset)
    chunks.push({
      name: png.toString('latin1', offset + 4, offset + 8),
      body: png.subarray(offset + 8, offset + 8 + length),
    })
    offset += length + 12
  }
  return chunks
}

function toUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function frame(sequence: number, width: number, height: number): Buffer {
  const delay = Buffer.from([0, 1, 0, 10, 0, 0])
  return Buffer.concat([toUint32(sequence), toUint32(width), toUint32(height), toUint32(0), toUint32(0), delay])
}
