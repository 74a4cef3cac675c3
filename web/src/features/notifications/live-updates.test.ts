import { describe, expect, it } from 'vitest'
import { parseEvents } from '../../api/event-stream.ts'
import { countFailures, getReconnectDelay } from './live-updates.ts'

describe('a stream of events as it comes in pieces', () => {
  it('gives each event once it is whole, and keeps the rest for later', () => {
    const first = parseEvents('retry: 3000\n\nid: 7\nevent: unread\ndata: {"unread":2}\n\n:\n\nid: 8\neve')
    expect(first.events).toEqual([{ id: '7', event: 'unread', data: '{"unread":2}' }])
    const second = parseEvents(`${first.rest}nt: notification\ndata: {}\n\n`)
    expect(second).toEqual({ events: [{ id: '8', event: 'notification', data: '{}' }], rest: '' })
  })

  it('is read alike whichever line ends it has, and where its data runs over lines', () => {
    expect(parseEvents('event: a\r\ndata: [\r\ndata: 1]\r\n\r\n').events).toEqual([{ event: 'a', data: '[\n1]' }])
  })
})

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
