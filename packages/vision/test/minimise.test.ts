import { describe, expect, test } from 'vitest'
import { choleskyOf, solveLower, solveUpper } from '../src/cholesky.ts'
import { minimise } from '../src/minimise.ts'

describe('the root of a matrix', () => {
  const matrix = Float64Array.of(4, 2, -2, 2, 10, 2, -2, 2, 5)
  const root = choleskyOf(matrix, 3)

  test('times its transpose is the matrix', () => {
    const cell = (row: number, column: number) =>
      [0, 1, 2].reduce((sum, i) => sum + (root[row * 3 + i] ?? 0) * (root[column * 3 + i] ?? 0), 0)
    const back = [0, 1, 2].flatMap(row => [0, 1, 2].map(column => cell(row, column)))
    back.forEach((value, i) => {
      expect(value).toBeCloseTo(matrix[i] ?? 0, 12)
    })
  })

  test('solves equations from both sides', () => {
    const wanted = Float64Array.of(1, -2, 3)
    const right = [0, 1, 2].map(row =>
      [0, 1, 2].reduce((sum, i) => sum + (matrix[row * 3 + i] ?? 0) * (wanted[i] ?? 0), 0),
    )
    const found = solveUpper(root, solveLower(root, Float64Array.from(right)))
    found.forEach((value, i) => {
      expect(value).toBeCloseTo(wanted[i] ?? 0, 12)
    })
  })

  test('does not exist where a direction has no length', () => {
    expect(() => choleskyOf(Float64Array.of(1, 1, 1, 1), 2)).toThrow('not positive definite')
  })
})

describe('the least value', () => {
  test('of a bent valley is found', () => {
    // Rosenbrock's: least at (1, 1), at the end of a narrow curve.
    const valley = (at: Float64Array, gradient: Float64Array) => {
      const [x = 0, y = 0] = at
      gradient[0] = -400 * x * (y - x * x) - 2 * (1 - x)
      gradient[1] = 200 * (y - x * x)
      return 100 * (y - x * x) ** 2 + (1 - x) ** 2
    }
    const found = minimise(valley, Float64Array.of(-1.2, 1), 100)
    expect(found[0]).toBeCloseTo(1, 5)
    expect(found[1]).toBeCloseTo(1, 5)
  })

  test('is the start itself where nothing pulls', () => {
    const flat = (_: Float64Array, gradient: Float64Array) => {
      gradient.fill(0)
      return 0
    }
    expect([...minimise(flat, Float64Array.of(3, 4), 10)]).toEqual([3, 4])
  })
})
