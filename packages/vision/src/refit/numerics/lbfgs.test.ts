import { describe, expect, test } from 'vitest'
import { backSubstitute, choleskyDecompose, forwardSubstitute } from './cholesky.ts'
import { lbfgs } from './lbfgs.ts'

describe('the Cholesky factor', () => {
  const A = Float64Array.of(4, 2, -2, 2, 10, 2, -2, 2, 5)
  const L = choleskyDecompose(A, 3)

  test('times its transpose is the matrix', () => {
    const cell = (row: number, column: number) =>
      [0, 1, 2].reduce((sum, i) => sum + (L[row * 3 + i] ?? 0) * (L[column * 3 + i] ?? 0), 0)
    const product = [0, 1, 2].flatMap(row => [0, 1, 2].map(column => cell(row, column)))
    product.forEach((value, i) => {
      expect(value).toBeCloseTo(A[i] ?? 0, 12)
    })
  })

  test('solves linear equations', () => {
    const x = Float64Array.of(1, -2, 3)
    const b = [0, 1, 2].map(row => [0, 1, 2].reduce((sum, i) => sum + (A[row * 3 + i] ?? 0) * (x[i] ?? 0), 0))
    const solution = backSubstitute(L, forwardSubstitute(L, Float64Array.from(b)))
    solution.forEach((value, i) => {
      expect(value).toBeCloseTo(x[i] ?? 0, 12)
    })
  })

  test('does not exist for a singular matrix', () => {
    expect(() => choleskyDecompose(Float64Array.of(1, 1, 1, 1), 2)).toThrow('not positive definite')
  })
})

describe('L-BFGS', () => {
  test('minimizes an ill-conditioned function, faster with a preconditioner', () => {
    // (x - 1)² + 1000 (y - 2)² + (x - 1)⁴ / 4, with its minimum at (1, 2).
    let evaluations = 0
    const objective = (point: Float64Array, gradient: Float64Array) => {
      const [px = 0, py = 0] = point
      evaluations++
      gradient[0] = 2 * (px - 1) + (px - 1) ** 3
      gradient[1] = 2000 * (py - 2)
      return (px - 1) ** 2 + 1000 * (py - 2) ** 2 + (px - 1) ** 4 / 4
    }
    const options = { maxIterations: 100, tolerance: 1e-14 }
    const withoutPreconditioner = lbfgs(objective, Float64Array.of(-3, 7), options)
    const plainEvaluations = evaluations
    const withPreconditioner = lbfgs(objective, Float64Array.of(-3, 7), options, ([gx = 0, gy = 0]) =>
      Float64Array.of(gx / 2, gy / 2000),
    )
    for (const [px = 0, py = 0] of [withoutPreconditioner, withPreconditioner]) {
      expect(px).toBeCloseTo(1, 5)
      expect(py).toBeCloseTo(2, 5)
    }
    expect(evaluations - plainEvaluations).toBeLessThan(plainEvaluations)
  })

  test('returns the start when the gradient is zero', () => {
    const constant = (_: Float64Array, gradient: Float64Array) => {
      gradient.fill(0)
      return 0
    }
    expect([...lbfgs(constant, Float64Array.of(3, 4), { maxIterations: 10, tolerance: 0 })]).toEqual([3, 4])
  })
})
