import { describe, expect, test } from 'vitest'
import { computeSignedRankP } from './wilcoxon.ts'

/** Returns differences of sizes 1 to n, of which every `interval`-th is a fall. */
const makeDifferences = (n: number, interval: number) =>
  Array.from({ length: n }, (_, i) => (i % interval === 0 ? -1 : 1) * (i + 1))

describe('the Wilcoxon signed-rank test', () => {
  // Checked with scipy.stats.wilcoxon(differences, alternative='greater', method='exact').pvalue.
  test.each([
    [[], 1],
    [[0, 0], 1],
    [[1], 0.5],
    [[-1, -2, -3], 1],
    [[0.1, 0.2, 0.3, 0.4, 0.5], 0.03125],
    [[0.5, -0.1, 0.2, 0.3], 0.125],
    [[0.3, 0.1, -0.2, 0.4, -0.5, 0.6, 0.7], 0.1484375],
  ])('of %j has p = %f', (differences, p) => {
    expect(computeSignedRankP(differences)).toBeCloseTo(p, 7)
  })

  test('leaves out pairs without a difference and shares the ranks of equal ones', () => {
    // Ranks 1.5, 1.5, 3: of the eight signs only those with all rises, or all but one of the small ones, reach 4.5.
    expect(computeSignedRankP([0, 1, -1, 2])).toBeCloseTo(3 / 8, 7)
    expect(computeSignedRankP([0, 2, -1, 1, 0])).toBeCloseTo(3 / 8, 7)
  })

  test('depends on the order of the sizes alone', () => {
    const differences = makeDifferences(40, 3)
    expect(computeSignedRankP(differences.map(each => Math.sign(each) * each * each))).toBe(
      computeSignedRankP(differences),
    )
  })

  // Checked with scipy as above; from 201 differences on the normal distribution takes over.
  test.each([
    [200, 2, 0.475973],
    [201, 2, 0.52457],
    [200, 3, 0.000018],
    [201, 3, 0.000012],
  ])('of %i differences, one in %i of them a fall, has p = %f', (n, interval, p) => {
    const differences = makeDifferences(n, interval)
    expect(computeSignedRankP(differences)).toBeCloseTo(p, n > 200 ? 3 : 6)
  })

  test('stays a probability for thousands of differences', () => {
    const differences = makeDifferences(2000, 4)
    expect(computeSignedRankP(differences)).toBeLessThan(1e-6)
    expect(computeSignedRankP(differences.map(each => -each))).toBeGreaterThan(0.999)
  })
})
