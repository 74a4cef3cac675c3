import { crc32, createDeflate, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export type PngHeader = { width: number; height: number; bitDepth: number; colorType: number; interlace: 0 | 1 }

/** Returns one chunk of a PNG with its checksum. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(typeAndData.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  typeAndData.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(typeAndData), typeAndData.length + 4)
  return chunk
}

export function pngHeader({ width, height, bitDepth, colorType, interlace }: PngHeader): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([bitDepth, colorType, 0, 0, interlace], 8)
  return pngChunk('IHDR', data)
}

/** Returns a PNG from its header and compressed pixels, with further chunks between them. */
export const joinPng = (header: PngHeader, pixels: Uint8Array, extra: readonly Uint8Array[] = []): Buffer =>
  Buffer.concat([signature, pngHeader(header), ...extra, pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))])

/** Start and step of the columns and rows of each pass of Adam7 (PNG specification, section 8.2). */
const passes = [
  [0, 8, 0, 8],
  [4, 8, 0, 8],
  [0, 4, 4, 8],
  [2, 4, 0, 4],
  [0, 2, 2, 4],
  [1, 2, 0, 2],
  [0, 1, 1, 2],
] as const

/** Returns an interlaced PNG of one color with 16 bits per channel. Compressed as a stream: the pixels need 6 bytes each. */
export async function createInterlacedPng(width: number, height: number): Promise<Buffer> {
  const deflate = createDeflate({ level: 6 })
  const chunks: Buffer[] = []
  deflate.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise(resolve => deflate.once('end', resolve))
  for (const [x, stepX, y, stepY] of passes) {
    const columns = Math.ceil((width - x) / stepX)
    const rows = Math.ceil((height - y) / stepY)
    // Filter type 0, then 16-bit RGB.
    const row = Buffer.alloc(1 + columns * 6, Buffer.from([0x2a, 0x80]))
    row[0] = 0
    for (let each = 0; each < rows; each++)
      if (!deflate.write(row)) await new Promise(resolve => deflate.once('drain', resolve))
  }
  deflate.end()
  await ended
  return joinPng({ width, height, bitDepth: 16, colorType: 2, interlace: 1 }, Buffer.concat(chunks))
}

/** Returns a PNG whose header promises any size, with the pixels of a single row. */
export const createPngOfPromisedSize = (width: number, height: number): Buffer =>
  joinPng({ width, height, bitDepth: 8, colorType: 2, interlace: 0 }, deflateSync(Buffer.alloc(1 + 64 * 3)))

/** Returns the chunk that decompresses to this many zero bytes: a text or a color profile. */
export function createCompressedBomb(type: 'zTXt' | 'iCCP' | 'iTXt', bytes: number): Buffer {
  const keyword = Buffer.from(type === 'iTXt' ? 'Comment\0\u0001\0\0\0' : 'Comment\0\0', 'latin1')
  return pngChunk(type, Buffer.concat([keyword, deflateSync(Buffer.alloc(bytes), { level: 9 })]))
}

/** Inserts chunks after the header of a PNG. */
export function insertChunks(png: Uint8Array, chunks: readonly Uint8Array[]): Buffer {
  const headerEnd = 8 + 25
  return Buffer.concat([png.subarray(0, headerEnd), ...chunks, png.subarray(headerEnd)])
}
