import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Returns one chunk of a PNG with its checksum. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(typeAndData.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  typeAndData.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(typeAndData), typeAndData.length + 4)
  return chunk
}

/** Returns a PNG whose header promises any size, with the pixels of a single row. */
export function createPngOfPromisedSize(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8-bit RGB without interlacing.
  header.set([8, 2, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(1 + 64 * 3))
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...chunks])
}

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
