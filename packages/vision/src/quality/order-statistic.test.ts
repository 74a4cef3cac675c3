import { describe, expect, test } from 'vitest'
import { selectRank } from './order-statistic.ts'

describe('the value at a rank', () => {
  const waves = Float32Array.from({ length: 5000 }, (_, i) => Math.sin(i * i) * 200)
  const crowded = Float32Array.from({ length: 999 }, (_, i) => (i === 500 ? 1e6 : Math.cos(i)))

  test.each([
    { name: 'spread', values: waves },
    { name: 'crowded far from one outlier', values: crowded },
    { name: 'with many equal', values: waves.map(Math.round) },
  ])('is that of the sorted values: $name', ({ values }) => {
    const sorted = values.toSorted()
    for (let rank = 0; rank < values.length; rank += 97) expect(selectRank(values, rank)).toBe(sorted[rank])
    expect(selectRank(values, values.length - 1)).toBe(sorted.at(-1))
  })

  test('of equal values is that value', () => {
    expect(selectRank(new Float32Array(9).fill(0.3), 4)).toBe(Math.fround(0.3))
  })

  test('does not exist beyond the values', () => {
    expect(() => selectRank(waves, waves.length)).toThrow(RangeError)
    expect(() => selectRank(new Float32Array(), 0)).toThrow(RangeError)
  })
})
