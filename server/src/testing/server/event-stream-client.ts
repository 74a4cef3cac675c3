import type { NotificationEvent } from '@kutu/contract/notifications/notifications'
import { notificationEvent } from '@kutu/contract/notifications/notifications'
import { waitUntil } from '../processes/spawn-script.ts'

export type EventStreamClient = {
  status: number
  /** All events received so far. */
  events: NotificationEvent[]
  isClosed: () => boolean
  /** Waits for the first event that matches. */
  waitForEvent: (predicate: (event: NotificationEvent) => boolean) => Promise<NotificationEvent>
  close: () => void
}

/** Opens the notification stream of a user over HTTP and collects its events. */
export async function openEventStream(
  url: string,
  token: string | undefined,
  { lastEventId, language = 'en' }: { lastEventId?: string; language?: string } = {},
): Promise<EventStreamClient> {
  const controller = new AbortController()
  const response = await fetch(`${url}/api/notifications/stream`, {
    headers: {
      'accept-language': language,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    signal: controller.signal,
  })
  const events: NotificationEvent[] = []
  let isClosed = false
  const readStream = async () => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      events.push(...blocks.flatMap(parseEvent))
    }
  }
  void readStream()
    .catch(() => undefined)
    .finally(() => {
      isClosed = true
    })
  const waitForEvent = async (predicate: (event: NotificationEvent) => boolean) => {
    await waitUntil(() => events.some(predicate))
    const event = events.find(predicate)
    if (!event) throw new Error('the event is missing')
    return event
  }
  return { status: response.status, events, isClosed: () => isClosed, waitForEvent, close: () => controller.abort() }
}

function parseEvent(block: string): NotificationEvent[] {
  const fields = new Map(
    block.split('\n').map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  const data = fields.get('data')
  if (data === undefined) return []
  return [notificationEvent.parse({ event: fields.get('event'), id: fields.get('id'), data: JSON.parse(data) })]
}
