import type { NotificationEvent } from '@kutu/contract/notifications'
import { notificationEvent } from '@kutu/contract/notifications'
import { until } from './spawned.ts'

export type Followed = {
  status: number
  /** Everything that came so far. */
  events: NotificationEvent[]
  isOver: () => boolean
  /** Waits for an event that fits, and answers the first that does. */
  first: (fits: (event: NotificationEvent) => boolean) => Promise<NotificationEvent>
  stop: () => void
}

/** Opens the stream of somebody's notifications over HTTP and reads it as it comes. */
export async function follow(
  url: string,
  token: string | undefined,
  { lastEventId, language = 'en' }: { lastEventId?: string; language?: string } = {},
): Promise<Followed> {
  const ending = new AbortController()
  const response = await fetch(`${url}/api/notifications/stream`, {
    headers: {
      'accept-language': language,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    signal: ending.signal,
  })
  const events: NotificationEvent[] = []
  let isOver = false
  const read = async () => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      events.push(...blocks.flatMap(eventIn))
    }
  }
  void read()
    .catch(() => undefined)
    .finally(() => {
      isOver = true
    })
  const first = async (fits: (event: NotificationEvent) => boolean) => {
    await until(() => events.some(fits))
    const found = events.find(fits)
    if (!found) throw new Error('it came and went')
    return found
  }
  return { status: response.status, events, isOver: () => isOver, first, stop: () => ending.abort() }
}

function eventIn(block: string): NotificationEvent[] {
  const fields = new Map(
    block.split('\n').map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  const data = fields.get('data')
  if (data === undefined) return []
  return [notificationEvent.parse({ event: fields.get('event'), id: fields.get('id'), data: JSON.parse(data) })]
}
