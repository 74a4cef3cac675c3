import { beforeAll, describe, expect, it } from 'vitest'

// The locale comes from the browser; these tests are in English.
const stored: Record<string, string> = { language: 'en' }
beforeAll(() => {
  Object.assign(globalThis, { localStorage: { getItem: (item: string) => stored[item] ?? null } })
})

describe('figures', async () => {
  const { formatDateTime, formatMonth, formatPercent } = await import('./format.ts')

  it('show a share as a percentage with two decimals', () => {
    expect(formatPercent(0.97345)).toBe('97.35%')
    expect(formatPercent(1)).toBe('100.00%')
    expect(formatPercent(0.5, 0)).toBe('50%')
  })

  it('tell the time of the zone that its reader chose, and say so', () => {
    stored.user = JSON.stringify({ time_zone: 'Africa/Kigali' })
    expect(formatDateTime('2026-11-21T21:30:00Z')).toMatch(/^21 Nov 2026, 23:30 CAT$/)
    delete stored.user
  })

  it('tell the time of East Africa and say so', () => {
    expect(formatDateTime('2026-11-21T21:30:00Z')).toMatch(/^22 Nov 2026, 00:30 EAT$/)
  })

  it('name a month', () => expect(formatMonth('2026-05')).toBe('May 2026'))
})
