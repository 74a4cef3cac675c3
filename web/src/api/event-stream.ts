import { activeLanguage } from '../text/say.ts'
import type { Reply } from './contract.ts'
import { errorFrom, OfflineError } from './errors.ts'
import { accessToken, renew } from './renew.ts'

type StreamCall = 'GET /api/notifications/stream'

/** The events in what has come so far, and the rest, which is not whole yet. Comments and `retry` are let go. */
export function eventsIn(text: string): { events: Record<string, string>[]; rest: string } {
  const blocks = text.replaceAll('\r\n', '\n').split('\n\n')
  const rest = blocks.pop() ?? ''
  const events = blocks.map(fieldsOf).filter(fields => fields.data !== undefined)
  return { events, rest }
}

function fieldsOf(block: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const line of block.split('\n')) {
    const [, name, value] = /^(\w+):? ?(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) continue
    fields[name] = name === 'data' && fields.data !== undefined ? `${fields.data}\n${value}` : value
  }
  return fields
}

/**
 * Reads server-sent events until the server ends them. Not by EventSource, which cannot send an access token: one in the
 * address would stand in every log on the way.
 * @throws ApiError, OfflineError; the signal's reason when it was aborted
 */
export async function readEvents<C extends StreamCall>(
  name: C,
  {
    signal,
    lastEventId,
    onEvent,
  }: { signal: AbortSignal; lastEventId?: string | undefined; onEvent: (event: Reply<C>) => void },
): Promise<void> {
  const path = name.split(' ')[1] ?? ''
  const token = await accessToken()
  let response = await open(path, token, { signal, lastEventId })
  if (response.status === 401 && token !== null) {
    const fresh = await renew(token)
    if (fresh !== null && fresh !== token) response = await open(path, fresh, { signal, lastEventId })
  }
  if (!response.ok || !response.body) throw errorFrom(response.status, await response.json().catch(() => undefined))
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const { events, rest } = eventsIn(text + value)
    text = rest
    for (const { data = '', ...fields } of events) onEvent({ ...fields, data: JSON.parse(data) } as Reply<C>)
  }
}

async function open(
  path: string,
  token: string | null,
  { signal, lastEventId }: { signal: AbortSignal; lastEventId: string | undefined },
): Promise<Response> {
  try {
    return await fetch(path, {
      signal,
      // What the screen itself asks for goes first.
      priority: 'low',
      headers: {
        accept: 'text/event-stream',
        'accept-language': activeLanguage(),
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
    })
  } catch (error) {
    if (signal.aborted) throw error
    throw new OfflineError()
  }
}
