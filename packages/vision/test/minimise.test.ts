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
  test('of a narrow bowl that is no parabola is found, sooner with a good guess', () => {
    // (x - 1)² + 1000 (y - 2)² + (x - 1)⁴ / 4, whose least value is at (1, 2).
    let asked = 0
    const bowl = (at: Float64Array, gradient: Float64Array) => {
      const [x = 0, y = 0] = at
      asked++
      gradient[0] = 2 * (x - 1) + (x - 1) ** 3
      gradient[1] = 2000 * (y - 2)
      return (x - 1) ** 2 + 1000 * (y - 2) ** 2 + (x - 1) ** 4 / 4
    }
    const patience = { iterations: 100, enough: 1e-14 }
    const plain = minimise(bowl, Float64Array.of(-3, 7), patience)
    const alone = asked
    const guided = minimise(bowl, Float64Array.of(-3, 7), patience, ([x = 0, y = 0]) =>
      Float64Array.of(x / 2, y / 2000),
    )
    for (const [x = 0, y = 0] of [plain, guided]) {
      expect(x).toBeCloseTo(1, 5)
      expect(y).toBeCloseTo(2, 5)
    }
    expect(asked - alone).toBeLessThan(alone)
  })

  test('is the start itself where nothing pulls', () => {
    const flat = (_: Float64Array, gradient: Float64Array) => {
      gradient.fill(0)
      return 0
    }
    expect([...minimise(flat, Float64Array.of(3, 4), { iterations: 10, enough: 0 })]).toEqual([3, 4])
  })
})
