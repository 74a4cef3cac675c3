/** Values on a grid over a square of the photo, row by row from the top. */
export type Grid = { width: number; height: number; values: Float32Array }

/** Resizes a grid to size x size by bilinear interpolation, first along the rows, then along the columns. */
export function resizeBilinear({ width, height, values }: Grid, size: number): Float32Array {
  const columns = getBilinearTaps(width, size)
  const rows = getBilinearTaps(height, size)
  const resizedRows = new Float32Array(height * size)
  for (let row = 0, to = 0; row < height; row++) {
    for (let i = 0; i < size; i++, to++) {
      const first = values[row * width + (columns.befores[i] ?? 0)] ?? 0
      const second = values[row * width + (columns.afters[i] ?? 0)] ?? 0
      resizedRows[to] = first + (second - first) * (columns.fractions[i] ?? 0)
    }
  }
  const out = new Float32Array(size * size)
  for (let row = 0, to = 0; row < size; row++) {
    const before = (rows.befores[row] ?? 0) * size
    const after = (rows.afters[row] ?? 0) * size
    const fraction = rows.fractions[row] ?? 0
    for (let i = 0; i < size; i++, to++) {
      const first = resizedRows[before + i] ?? 0
      out[to] = first + ((resizedRows[after + i] ?? 0) - first) * fraction
    }
  }
  return out
}

/** For each output the two cells to interpolate between, and the weight of the second. */
type BilinearTaps = { befores: Int32Array; afters: Int32Array; fractions: Float64Array }

/** Taps by count and size: there are only a few. */
const tapsCache = new Map<string, BilinearTaps>()

function getBilinearTaps(count: number, size: number): BilinearTaps {
  const key = `${count} ${size}`
  const taps = tapsCache.get(key) ?? computeBilinearTaps(count, size)
  tapsCache.set(key, taps)
  return taps
}

function computeBilinearTaps(count: number, size: number): BilinearTaps {
  const positions = Float64Array.from({ length: size }, (_, i) =>
    Math.min(count - 1, Math.max(0, ((i + 0.5) / size) * count - 0.5)),
  )
  const befores = Int32Array.from(positions, Math.floor)
  return {
    befores,
    afters: befores.map(before => Math.min(count - 1, before + 1)),
    fractions: positions.map((position, i) => position - (befores[i] ?? 0)),
  }
}

/** Returns the mean over windows of side 2 * radius + 1 of a size x size grid; the edges are replicated. */
export function boxBlur(values: Float32Array, size: number, radius: number): Float32Array {
  return blurColumns(blurRows(values, size, radius), size, radius)
}

/** Blurs each row with a running sum. */
function blurRows(values: Float32Array, size: number, radius: number): Float32Array {
  const means = new Float32Array(values.length)
  const window = 2 * radius + 1
  const padded = new Float32Array(size + window)
  for (let start = 0; start < values.length; start += size) {
    padded.fill(values[start] ?? 0, 0, radius + 1)
    padded.set(values.subarray(start, start + size), radius + 1)
    padded.fill(values[start + size - 1] ?? 0, radius + 1 + size)
    let sum = 0
    for (let i = 0; i < window; i++) sum += padded[i] ?? 0
    for (let i = 0; i < size; i++) {
      sum += (padded[i + window] ?? 0) - (padded[i] ?? 0)
      means[start + i] = sum / window
    }
  }
  return means
}

/** Blurs each column with a running sum; the sums of all columns advance row by row. */
function blurColumns(values: Float32Array, size: number, radius: number): Float32Array {
  const means = new Float32Array(values.length)
  const window = 2 * radius + 1
  const sums = new Float64Array(size)
  const last = (size - 1) * size
  const getRow = (row: number) => Math.min(last, Math.max(0, (row - radius - 1) * size))
  for (let row = 0; row < window; row++) {
    const from = getRow(row)
    for (let i = 0; i < size; i++) sums[i] = (sums[i] ?? 0) + (values[from + i] ?? 0)
  }
  for (let row = 0; row < size; row++) {
    const added = getRow(row + window)
    const removed = getRow(row)
    for (let i = 0; i < size; i++) {
      const sum = (sums[i] ?? 0) + ((values[added + i] ?? 0) - (values[removed + i] ?? 0))
      sums[i] = sum
      means[row * size + i] = sum / window
    }
  }
  return means
}
