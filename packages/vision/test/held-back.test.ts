import { describe, expect, test } from 'vitest'
import { type Contribution, heldBackOf, seriesLength } from '../src/held-back.ts'

const sent = (uploader: string, count: number): Contribution[] =>
  Array.from({ length: count }, (_, ordinal) => ({ hash: `${uploader}-${ordinal}`, uploader, ordinal }))

const many = Array.from({ length: 50 }, (_, i) => sent(`expert-${i}`, 80)).flat()

describe('images held back', () => {
  test('are about a fifth', () => {
    const share = heldBackOf(many).size / many.length
    expect(share).toBeGreaterThan(0.15)
    expect(share).toBeLessThan(0.25)
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

  test('are never all where there are several series', () => {
    for (let i = 0; i < 200; i++)
      expect(heldBackOf(sent(`new-${i}`, seriesLength + 2)).size).toBeLessThan(seriesLength + 2)
  })
})
