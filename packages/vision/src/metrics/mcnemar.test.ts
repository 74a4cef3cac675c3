import { describe, expect, test } from 'vitest'
import { computeMcNemarP } from './mcnemar.ts'

describe('the exact McNemar test', () => {
  // Checked with scipy.stats.binomtest(better, better + worse).pvalue.
  test.each([
    [0, 0, 1],
    [1, 0, 1],
    [5, 0, 0.0625],
    [6, 0, 0.03125],
    [9, 1, 0.021484375],
    [1, 9, 0.021484375],
    [5, 5, 1],
    [60, 40, 0.0568879],
  ])('of %i better and %i worse answers has p = %f', (better, worse, p) => {
    expect(computeMcNemarP({ better, worse })).toBeCloseTo(p, 6)
  })

  test('stays a number for thousands of pairs', () => {
    expect(computeMcNemarP({ better: 3000, worse: 3000 })).toBeCloseTo(1, 6)
    expect(computeMcNemarP({ better: 3000, worse: 2000 })).toBeLessThan(1e-40)
  })
})
