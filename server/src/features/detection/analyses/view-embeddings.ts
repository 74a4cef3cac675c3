/** Returns embeddings as they are stored: float32 in little-endian order. */
export function serializeViewEmbeddings(embeddings: Float32Array): Buffer {
  const bytes = Buffer.alloc(embeddings.length * 4)
  embeddings.forEach((value, i) => {
    bytes.writeFloatLE(value, i * 4)
  })
  return bytes
}

/** Returns stored embeddings as numbers, with exactly the values that were stored. */
export const parseViewEmbeddings = (bytes: Buffer): Float32Array =>
  Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(i * 4))
