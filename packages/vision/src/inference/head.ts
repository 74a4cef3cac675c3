/**
 * The linear head: `weights` float32 [classes, embedding] row by row, `biases` float32 [classes].
 * It is stored apart from the network, because a training session replaces only the head.
 */
export type Head = { classCount: number; embeddingSize: number; weights: Float32Array; biases: Float32Array }

/**
 * Parses head.bin: little-endian float32, first all weights row by row, then all biases.
 * @throws Error when the length is wrong or a value is not finite
 */
export function parseHead(bytes: Uint8Array, classCount: number, embeddingSize: number): Head {
  const count = classCount * (embeddingSize + 1)
  if (bytes.byteLength !== count * 4) {
    throw new Error(
      `head.bin has ${bytes.byteLength} bytes; ${classCount} classes of ${embeddingSize} values need ${count * 4}`,
    )
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const values = Float32Array.from({ length: count }, (_, i) => view.getFloat32(i * 4, true))
  if (!values.every(Number.isFinite)) throw new Error('head.bin contains a value that is no number')
  const weights = values.subarray(0, classCount * embeddingSize)
  return { classCount, embeddingSize, weights, biases: values.subarray(classCount * embeddingSize) }
}

/** Returns the mean of the views' embeddings, given as float32 [views, embedding]. */
export function averageEmbedding(embeddings: Float32Array, embeddingSize: number): Float64Array {
  const mean = new Float64Array(embeddingSize)
  const views = embeddings.length / embeddingSize
  for (let i = 0; i < embeddings.length; i++) {
    const column = i % embeddingSize
    mean[column] = (mean[column] ?? 0) + (embeddings[i] ?? 0) / views
  }
  return mean
}

/** Returns W e + b, one logit per fine class. Four sums at a time, since each addition waits for the one before. */
export function computeLogits(
  { classCount, embeddingSize, weights, biases }: Head,
  embedding: ArrayLike<number>,
): number[] {
  const logits = Array.from(biases)
  const values = Float64Array.from(embedding)
  for (let row = 0; row < classCount; row += 4) {
    const start = row * embeddingSize
    let first = logits[row] ?? 0
    let second = logits[row + 1] ?? 0
    let third = logits[row + 2] ?? 0
    let fourth = logits[row + 3] ?? 0
    for (let i = 0, j = start; i < embeddingSize; i++, j++) {
      const value = values[i] ?? 0
      first += (weights[j] ?? 0) * value
      second += (weights[j + embeddingSize] ?? 0) * value
      third += (weights[j + 2 * embeddingSize] ?? 0) * value
      fourth += (weights[j + 3 * embeddingSize] ?? 0) * value
    }
    const sums = [first, second, third, fourth]
    for (let k = 0; k < sums.length && row + k < classCount; k++) logits[row + k] = sums[k] ?? 0
  }
  return logits
}

/**
 * Returns softmax(logits / temperature): calibrated probabilities with a sum of 1. Temperature scaling: Guo et al. 2017,
 * On Calibration of Modern Neural Networks, equation 9.
 */
export function softmaxWithTemperature(logits: number[], temperature: number): number[] {
  const maxLogit = Math.max(...logits)
  const exponentials = logits.map(logit => Math.exp((logit - maxLogit) / temperature))
  const sum = exponentials.reduce((total, exponential) => total + exponential, 0)
  return exponentials.map(exponential => exponential / sum)
}

/** Returns the head in the format of head.bin. */
export function serializeHead({ weights, biases }: Head): Uint8Array {
  const view = new DataView(new ArrayBuffer((weights.length + biases.length) * 4))
  weights.forEach((value, i) => {
    view.setFloat32(i * 4, value, true)
  })
  biases.forEach((value, i) => {
    view.setFloat32((weights.length + i) * 4, value, true)
  })
  return new Uint8Array(view.buffer)
}
