import { describe, expect, it } from 'vitest'
import { countFailures, getReconnectDelay } from './live-updates.ts'

describe('reconnecting', () => {
  it('waits longer after each failure, up to a minute, with jitter', () => {
    expect([0, 1, 2, 3].map(failures => getReconnectDelay(failures, 1))).toEqual([1000, 2000, 4000, 8000])
    expect(getReconnectDelay(40, 1)).toBe(60_000)
    expect(getReconnectDelay(40, 0)).toBe(30_000)
  })

  it('waits longer also if streams open and break soon, and starts over after a stable one', () => {
    let failures = 0
    for (const durationMs of [300, 2000, 900]) failures = countFailures(durationMs, failures) + 1
    expect(failures).toBe(3)
    expect(countFailures(15 * 60_000, failures)).toBe(0)
  })
})
