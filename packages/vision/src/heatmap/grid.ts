/** Values on a grid over a square of the photo, row by row from the top. */
export type Grid = { width: number; height: number; values: Float32Array }

/** Returns the bilinear interpolation of a grid at (x, y), both from 0 to 1 across its square. */
export function sampleBilinear({ width, height, values }: Grid, x: number, y: number): number {
  const column = Math.min(width - 1, Math.max(0, x * width - 0.5))
  const row = Math.min(height - 1, Math.max(0, y * height - 0.5))
  const left = Math.floor(column)
  const top = Math.floor(row)
  const right = Math.min(width - 1, left + 1)
  const bottom = Math.min(height - 1, top + 1)
  const fraction = column - left
  const above = (values[top * width + left] ?? 0) * (1 - fraction) + (values[top * width + right] ?? 0) * fraction
  const below = (values[bottom * width + left] ?? 0) * (1 - fraction) + (values[bottom * width + right] ?? 0) * fraction
  return above + (below - above) * (row - top)
}

/** Resizes a grid to size x size by bilinear interpolation, first along the rows, then along the columns. */
export function resizeBilinear({ width, height, values }: Grid, size: number): Float32Array {
  const columns = computeBilinearTaps(width, size)
  const rows = computeBilinearTaps(height, size)
  const resizedRows = new Float32Array(height * size)
  for (let row = 0; row < height; row++) {
    columns.forEach(({ before, after, fraction }, i) => {
      const [first, second] = [values[row * width + before] ?? 0, values[row * width + after] ?? 0]
      resizedRows[row * size + i] = first + (second - first) * fraction
    })
  }
  const out = new Float32Array(size * size)
  rows.forEach(({ before, after, fraction }, row) => {
    for (let i = 0; i < size; i++) {
      const first = resizedRows[before * size + i] ?? 0
      out[row * size + i] = first + ((resizedRows[after * size + i] ?? 0) - first) * fraction
    }
  })
  return out
}

/** Returns for each of `size` outputs the two of `count` cells to interpolate between and the weight of the second. */
function computeBilinearTaps(count: number, size: number): { before: number; after: number; fraction: number }[] {
  return Array.from({ length: size }, (_, i) => {
    const position = Math.min(count - 1, Math.max(0, ((i + 0.5) / size) * count - 0.5))
    const before = Math.floor(position)
    return { before, after: Math.min(count - 1, before + 1), fraction: position - before }
  })
}

/** Returns the mean over windows of side 2 * radius + 1 of a size x size grid; the edges are replicated. */
export function boxBlur(values: Float32Array, size: number, radius: number): Float32Array {
  const horizontal = boxBlurAxis(values, size, radius, 1)
  return boxBlurAxis(horizontal, size, radius, size)
}

/**
 * Blurs along one axis with a running sum.
 * @param step distance between neighbors: 1 along rows, `size` along columns
 */
function boxBlurAxis(values: Float32Array, size: number, radius: number, step: number): Float32Array {
  const means = new Float32Array(values.length)
  for (let line = 0; line < size; line++) {
    const start = step === 1 ? line * size : line
    const readClamped = (i: number) => values[start + Math.min(size - 1, Math.max(0, i)) * step] ?? 0
    let sum = 0
    for (let i = -radius - 1; i < radius; i++) sum += readClamped(i)
    for (let i = 0; i < size; i++) {
      sum += readClamped(i + radius) - readClamped(i - radius - 1)
      means[start + i * step] = sum / (2 * radius + 1)
    }
  }
  return means
}
