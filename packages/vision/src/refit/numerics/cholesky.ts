// Cholesky factorization and triangular solves.
// G. H. Golub and C. F. Van Loan, Matrix Computations, 4th ed. 2013: sections 3.1 and 4.2.

/**
 * Returns the lower triangular L with L Lᵀ = A. A is symmetric, n x n, row by row; only its lower triangle is read.
 * @throws Error when A is not positive definite
 */
export function choleskyDecompose(A: Float64Array, n: number): Float64Array {
  const L = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = A[i * n + j] ?? 0
      for (let k = 0; k < j; k++) sum -= (L[i * n + k] ?? 0) * (L[j * n + k] ?? 0)
      if (i === j && !(sum > 0)) throw new Error('The matrix is not positive definite')
      L[i * n + j] = i === j ? Math.sqrt(sum) : sum / (L[j * n + j] ?? 1)
    }
  }
  return L
}

/** Solves L x = b. */
export function forwardSubstitute(L: Float64Array, b: Float64Array): Float64Array {
  const n = b.length
  const x = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    let sum = b[i] ?? 0
    for (let j = 0; j < i; j++) sum -= (L[i * n + j] ?? 0) * (x[j] ?? 0)
    x[i] = sum / (L[i * n + i] ?? 1)
  }
  return x
}

/** Solves Lᵀ x = b, column by column so that L is read along its rows. */
export function backSubstitute(L: Float64Array, b: Float64Array): Float64Array {
  const n = b.length
  const x = Float64Array.from(b)
  for (let i = n - 1; i >= 0; i--) {
    const value = (x[i] ?? 0) / (L[i * n + i] ?? 1)
    x[i] = value
    for (let j = 0; j < i; j++) x[j] = (x[j] ?? 0) - value * (L[i * n + j] ?? 0)
  }
  return x
}
