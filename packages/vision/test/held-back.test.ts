import { describe, expect, test } from 'vitest'
import { type Contribution, heldBackOf, seriesLength } from '../src/held-back.ts'

const sent = (uploader: string, count: number): Contribution[] =>
  Array.from({ length: count }, (_, ordinal) => ({ hash: `${uploader}-${ordinal}`, uploader, ordinal }))

const many = Array.from({ length: 50 }, (_, i) => sent(`expert-${i}`, 80)).flat()

describe('images held back', () => {
  test('are one series in five of each expert, not always the same one', () => {
    const places = new Set<number>()
    for (let i = 0; i < 50; i++) {
      const held = [...heldBackOf(sent(`expert-${i}`, 5 * seriesLength))]
      expect(held).toHaveLength(seriesLength)
      places.add(Number(held[0]?.split('-').at(-1)) / seriesLength)
    }
    expect([...places].sort()).toEqual([0, 1, 2, 3, 4])
  })

  test('are about a fifth where each expert sends but a few', () => {
    const few = Array.from({ length: 400 }, (_, i) => sent(`new-${i}`, 3)).flat()
    const share = heldBackOf(few).size / few.length
    expect(share).toBeGreaterThan(0.14)
    expect(share).toBeLessThan(0.26)
  })

  test('leave three quarters of what an expert alone knows to be learnt, whoever else sends photos', () => {
    const others = sent('others', 5 * seriesLength)
    for (let i = 0; i < 200; i++) {
      const held = heldBackOf([...others, ...sent(`knows-${i}`, 4 * seriesLength)])
      expect([...held].filter(hash => hash.startsWith('knows')).length).toBeLessThanOrEqual(seriesLength)
    }
  })

  test('keep neighbours of one expert together', () => {
    const held = heldBackOf(many)
    for (let i = 0; i < many.length; i += seriesLength) {
      const series = many.slice(i, i + seriesLength)
      expect(new Set(series.map(({ hash }) => held.has(hash))).size).toBe(1)
    }
  })

  test('stay so in whatever order they come and whatever comes later', () => {
    const early = many.filter((_, i) => i % 3 === 0)
    const then = heldBackOf(early)
    const now = heldBackOf([...many].reverse())
    for (const { hash } of early) expect(now.has(hash)).toBe(then.has(hash))
  })

  test('are at least one series where there are several', () => {
    for (let i = 0; i < 40; i++) {
      const held = heldBackOf(sent(`alone-${i}`, 2 * seriesLength))
      expect(held.size).toBeGreaterThanOrEqual(seriesLength)
    }
    expect(heldBackOf([]).size).toBe(0)
  })

  test('are never all, be it one photo or the series of many experts', () => {
    for (let i = 0; i < 200; i++) {
      expect(heldBackOf(sent(`first-${i}`, 1)).size).toBe(0)
      expect(heldBackOf(sent(`new-${i}`, seriesLength + 2)).size).toBeLessThan(seriesLength + 2)
      const two = [...sent(`one-${i}`, 1), ...sent(`two-${i}`, 1)]
      expect(heldBackOf(two).size).toBe(1)
    }
  })
})
