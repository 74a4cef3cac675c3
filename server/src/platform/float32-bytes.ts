/** Returns numbers as float32 in little-endian order: how embeddings are stored and how the phone reads a head. */
export function encodeFloat32(values: Float32Array): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, i) => {
    bytes.writeFloatLE(value, i * 4)
  })
  return bytes
}

/** Returns exactly the numbers that were stored. */
export const decodeFloat32 = (bytes: Buffer): Float32Array =>
  Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(i * 4))
