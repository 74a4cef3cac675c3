import { describe, expect, test } from 'vitest'
import { type Contribution, selectHoldout, seriesLength } from './holdout.ts'

const createContributions = (uploader: string, count: number): Contribution[] =>
  Array.from({ length: count }, (_, ordinal) => ({ hash: `${uploader}-${ordinal}`, uploader, ordinal }))

const many = Array.from({ length: 50 }, (_, i) => createContributions(`expert-${i}`, 80)).flat()

describe('the holdout', () => {
  test('contains one series in five of each expert, at varying positions', () => {
    const places = new Set<number>()
    for (let i = 0; i < 50; i++) {
      const heldOut = [...selectHoldout(createContributions(`expert-${i}`, 5 * seriesLength))]
      expect(heldOut).toHaveLength(seriesLength)
      places.add(Number(heldOut[0]?.split('-').at(-1)) / seriesLength)
    }
    expect([...places].sort()).toEqual([0, 1, 2, 3, 4])
  })

  test('contains about a fifth when each expert uploads only a few images', () => {
    const few = Array.from({ length: 400 }, (_, i) => createContributions(`new-${i}`, 3)).flat()
    const share = selectHoldout(few).size / few.length
    expect(share).toBeGreaterThan(0.14)
    expect(share).toBeLessThan(0.26)
  })

  test('never contains more than one of an expert’s first four series', () => {
    const others = createContributions('others', 5 * seriesLength)
    for (let i = 0; i < 200; i++) {
      const heldOut = selectHoldout([...others, ...createContributions(`knows-${i}`, 4 * seriesLength)])
      expect([...heldOut].filter(hash => hash.startsWith('knows')).length).toBeLessThanOrEqual(seriesLength)
    }
  })

  test('keeps neighboring images of one expert together', () => {
    const heldOut = selectHoldout(many)
    for (let i = 0; i < many.length; i += seriesLength) {
      const series = many.slice(i, i + seriesLength)
      expect(new Set(series.map(({ hash }) => heldOut.has(hash))).size).toBe(1)
    }
  })

  test('does not change with the order of the images or with later ones', () => {
    const early = many.filter((_, i) => i % 3 === 0)
    const before = selectHoldout(early)
    const after = selectHoldout([...many].reverse())
    for (const { hash } of early) expect(after.has(hash)).toBe(before.has(hash))
  })

  test('contains at least one series when there are several', () => {
    for (let i = 0; i < 40; i++) {
      const heldOut = selectHoldout(createContributions(`alone-${i}`, 2 * seriesLength))
      expect(heldOut.size).toBeGreaterThanOrEqual(seriesLength)
    }
    expect(selectHoldout([]).size).toBe(0)
  })

  test('never contains all images', () => {
    for (let i = 0; i < 200; i++) {
      expect(selectHoldout(createContributions(`first-${i}`, 1)).size).toBe(0)
      expect(selectHoldout(createContributions(`new-${i}`, seriesLength + 2)).size).toBeLessThan(seriesLength + 2)
      const two = [...createContributions(`one-${i}`, 1), ...createContributions(`two-${i}`, 1)]
      expect(selectHoldout(two).size).toBe(1)
    }
  })
})
