/**
 * The lower triangular L with L Lᵀ = matrix, both size x size row by row.
 * @throws Error when the matrix is not positive definite
 */
export function choleskyDecompose(A: Float64Array, n: number): Float64Array {
  const L = new Float64Array(n * n)
  for (let row = 0; row < n; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = A[row * n + column] ?? 0
      for (let i = 0; i < column; i++) sum -= (L[row * n + i] ?? 0) * (L[column * n + i] ?? 0)
      if (row === column && !(sum > 0)) throw new Error('The matrix is not positive definite')
      L[row * n + column] = row === column ? Math.sqrt(sum) : sum / (L[column * n + column] ?? 1)
    }
  }
  return L
}

/** x with L x = vector. */
export function forwardSubstitute(L: Float64Array, b: Float64Array): Float64Array {
  const n = b.length
  const x = new Float64Array(n)
  for (let row = 0; row < n; row++) {
    let sum = b[row] ?? 0
    for (let i = 0; i < row; i++) sum -= (L[row * n + i] ?? 0) * (x[i] ?? 0)
    x[row] = sum / (L[row * n + row] ?? 1)
  }
  return x
}

/** x with Lᵀ x = vector. */
export function backSubstitute(L: Float64Array, b: Float64Array): Float64Array {
  const n = b.length
  const x = Float64Array.from(b)
  for (let row = n - 1; row >= 0; row--) {
    const value = (x[row] ?? 0) / (L[row * n + row] ?? 1)
    x[row] = value
    for (let i = 0; i < row; i++) x[i] = (x[i] ?? 0) - value * (L[row * n + i] ?? 0)
  }
  return x
}
