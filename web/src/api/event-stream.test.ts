import { describe, expect, it } from 'vitest'
import { parseEvents } from './event-stream.ts'

describe('parsing an event stream that arrives in chunks', () => {
  it('returns each event once it is complete and keeps the rest', () => {
    const first = parseEvents('retry: 3000\n\nid: 7\nevent: unread\ndata: {"unread":2}\n\n:\n\nid: 8\neve')
    expect(first.events).toEqual([{ id: '7', event: 'unread', data: '{"unread":2}' }])
    const second = parseEvents(`${first.rest}nt: notification\ndata: {}\n\n`)
    expect(second).toEqual({ events: [{ id: '8', event: 'notification', data: '{}' }], rest: '' })
  })

  it('accepts both line endings and data of several lines', () => {
    expect(parseEvents('event: a\r\ndata: [\r\ndata: 1]\r\n\r\n').events).toEqual([{ event: 'a', data: '[\n1]' }])
  })

  it('keeps a line ending that is split between chunks', () => {
    const first = parseEvents('event: a\r\ndata: 1\r')
    expect(first.events).toEqual([])
    expect(parseEvents(`${first.rest}\n\r\n`).events).toEqual([{ event: 'a', data: '1' }])
  })
})
