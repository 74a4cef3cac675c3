/**
 * The lower triangular L with L Lᵀ = matrix, both size x size row by row.
 * @throws Error when the matrix is not positive definite
 */
export function choleskyOf(matrix: Float64Array, size: number): Float64Array {
  const root = new Float64Array(size * size)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * size + column] ?? 0
      for (let i = 0; i < column; i++) sum -= (root[row * size + i] ?? 0) * (root[column * size + i] ?? 0)
      if (row === column && !(sum > 0)) throw new Error('The matrix is not positive definite')
      root[row * size + column] = row === column ? Math.sqrt(sum) : sum / (root[column * size + column] ?? 1)
    }
  }
  return root
}

/** x with L x = vector. */
export function solveLower(root: Float64Array, vector: Float64Array): Float64Array {
  const size = vector.length
  const found = new Float64Array(size)
  for (let row = 0; row < size; row++) {
    let sum = vector[row] ?? 0
    for (let i = 0; i < row; i++) sum -= (root[row * size + i] ?? 0) * (found[i] ?? 0)
    found[row] = sum / (root[row * size + row] ?? 1)
  }
  return found
}

/** x with Lᵀ x = vector. */
export function solveUpper(root: Float64Array, vector: Float64Array): Float64Array {
  const size = vector.length
  const found = Float64Array.from(vector)
  for (let row = size - 1; row >= 0; row--) {
    const value = (found[row] ?? 0) / (root[row * size + row] ?? 1)
    found[row] = value
    for (let i = 0; i < row; i++) found[i] = (found[i] ?? 0) - value * (root[row * size + i] ?? 0)
  }
  return found
}
