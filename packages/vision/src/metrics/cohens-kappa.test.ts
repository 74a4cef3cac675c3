import { describe, expect, test } from 'vitest'
import { computeCohensKappa } from './cohens-kappa.ts'

describe('Cohen’s kappa', () => {
  test('is that of a worked example', () => {
    // 20 + 15 of 50 agree; by chance (25 * 30 + 25 * 20) / 2500 = 0.5 would.
    const kappa = computeCohensKappa([
      [20, 5],
      [10, 15],
    ])
    expect(kappa?.kappa).toBeCloseTo(0.4, 10)
    expect(kappa).toMatchObject({ share: 0.7, photos: 50 })
    // The Wilson interval of 35 of 50 is 0.5625 to 0.8090.
    expect(kappa?.low).toBeCloseTo(0.125, 3)
    expect(kappa?.high).toBeCloseTo(0.618, 3)
  })

  test('is 1 with an interval when the raters always agree', () => {
    const kappa = computeCohensKappa([
      [5, 0],
      [0, 5],
    ])
    expect(kappa).toMatchObject({ kappa: 1, share: 1, photos: 10 })
    expect(kappa?.low).toBeGreaterThan(0.4)
    expect(kappa?.low).toBeLessThan(0.5)
  })

  test('is 0 for labels that agree as often as chance', () => {
    const kappa = computeCohensKappa([
      [25, 25],
      [25, 25],
    ])
    expect(kappa?.kappa).toBeCloseTo(0, 10)
  })

  test('is unknown without photos, and when both used a single label', () => {
    expect(computeCohensKappa([])).toBeNull()
    expect(
      computeCohensKappa([
        [9, 0],
        [0, 0],
      ]),
    ).toBeNull()
  })
})
