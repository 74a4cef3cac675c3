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

/** Returns the cosine of the angle between two embeddings: 1 for the same direction. */
export function cosineSimilarity(one: Float32Array, other: Float32Array): number {
  let dot = 0
  let normSquared = 0
  let otherNormSquared = 0
  one.forEach((value, i) => {
    const otherValue = other[i] ?? 0
    dot += value * otherValue
    normSquared += value * value
    otherNormSquared += otherValue * otherValue
  })
  return dot / Math.max(1e-12, Math.sqrt(normSquared * otherNormSquared))
}
