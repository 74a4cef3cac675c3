import { beforeAll, describe, expect, it } from 'vitest'
import { stubGlobals } from '../testing/stub-globals.ts'

// The locale comes from the browser; these tests are in English.
const stored: Record<string, string> = { language: 'en' }
beforeAll(() => {
  stubGlobals({ localStorage: { getItem: (item: string) => stored[item] ?? null } })
})

describe('formatting', async () => {
  const { formatDateTime, formatMonth, formatPercent } = await import('./format.ts')

  it('shows a share as a percentage with two decimals', () => {
    expect(formatPercent(0.97345)).toBe('97.35%')
    expect(formatPercent(1)).toBe('100.00%')
    expect(formatPercent(0.5, 0)).toBe('50%')
  })

  it('shows a time in the reader’s time zone and names the zone', () => {
    stored.user = JSON.stringify({ time_zone: 'Africa/Kigali' })
    expect(formatDateTime('2026-11-21T21:30:00Z')).toMatch(/^21 Nov 2026, 23:30 CAT$/)
    delete stored.user
  })

  it('shows a time in East Africa Time by default and names the zone', () => {
    expect(formatDateTime('2026-11-21T21:30:00Z')).toMatch(/^22 Nov 2026, 00:30 EAT$/)
  })

  it('shows a month with its year', () => expect(formatMonth('2026-05')).toBe('May 2026'))
})
