import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Returns one chunk of a PNG with its checksum. */
export function chunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type), data])
  return Buffer.concat([uint32BE(data.length), typeAndData, uint32BE(crc32(typeAndData))])
}

function uint32BE(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, i) => {
    bytes.writeUInt32BE(value, i * 4)
  })
  return bytes
}

/** Returns a PNG of 30000 x 30000 black 1-bit pixels, in about 100 kB. */
export function pngBomb(side = 30_000): Buffer {
  const header = Buffer.concat([uint32BE(side, side), Buffer.from([1, 0, 0, 0, 0])])
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

/** First column and row of the seven passes of an interlaced PNG, and the steps to the next ones (PNG, section 8.2). */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/**
 * Returns a transparent interlaced PNG with four channels of 16 bits: eight bytes per pixel in memory, hardly any in the
 * file. A decoder needs the whole picture in memory.
 */
export function deepInterlacedPng(width: number, height: number): Buffer {
  const header = Buffer.concat([uint32BE(width, height), Buffer.from([16, 6, 0, 0, 1])])
  const countPixels = (size: number, first: number, step: number) => Math.max(0, Math.ceil((size - first) / step))
  const bytes = adam7.reduce((sum, [left, top, stepX, stepY]) => {
    const columns = countPixels(width, left, stepX)
    return columns === 0 ? sum : sum + countPixels(height, top, stepY) * (1 + columns * 8)
  }, 0)
  const rows = deflateSync(Buffer.alloc(bytes), { level: 1 })
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

/** Returns the same picture as two frames of an endless animation. */
export function animatedPng(png: Buffer): Buffer {
  const parts: { type: string; data: Buffer }[] = []
  for (let offset = signature.length; offset < png.length; ) {
    const length = png.readUInt32BE(offset)
    parts.push({
      type: png.toString('latin1', offset + 4, offset + 8),
      data: png.subarray(offset + 8, offset + 8 + length),
    })
    offset += length + 12
  }
  const header = parts[0]?.data ?? Buffer.alloc(13)
  const imageData = Buffer.concat(parts.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const frame = (sequence: number) =>
    chunk(
      'fcTL',
      Buffer.concat([uint32BE(sequence), header.subarray(0, 8), uint32BE(0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]),
    )
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('acTL', uint32BE(2, 0)),
    frame(0),
    chunk('IDAT', imageData),
    frame(1),
    chunk('fdAT', Buffer.concat([uint32BE(2), imageData])),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Inserts a chunk after the header of a PNG. */
export const insertChunk = (png: Buffer, inserted: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, signature.length + 25), inserted, png.subarray(signature.length + 25)])

/** Returns a compressed text of a PNG that decompresses to this many zero bytes. */
export const textBomb = (bytes: number): Buffer =>
  chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes), { level: 9 })]))
