import { activeLanguage } from '../text/say.ts'
import type { Reply } from './contract.ts'
import { errorFrom, OfflineError } from './errors.ts'
import { accessToken, renew } from './renew.ts'

/** The server says something every 25 seconds. What is silent so long broke without a word, as when a phone changes its mast. */
const longestSilence = 60_000

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
  const ending = new AbortController()
  const end = () => ending.abort(signal.reason)
  signal.throwIfAborted()
  signal.addEventListener('abort', end, { once: true })
  let silence: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(silence)
    silence = setTimeout(() => ending.abort(new OfflineError()), longestSilence)
  }
  try {
    heard()
    const body = await opened(path, { signal: ending.signal, lastEventId })
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      heard()
      const { events, rest } = eventsIn(text + value)
      text = rest
      for (const { data = '', ...fields } of events) onEvent({ ...fields, data: JSON.parse(data) } as Reply<C>)
    }
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', end)
  }
}

type Opening = { signal: AbortSignal; lastEventId: string | undefined }

async function opened(path: string, opening: Opening): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const token = await accessToken()
  let response = await open(path, token, opening)
  if (response.status === 401 && token !== null) {
    const fresh = await renew(token)
    if (fresh !== null && fresh !== token) response = await open(path, fresh, opening)
  }
  if (!response.ok || !response.body) throw errorFrom(response.status, await response.json().catch(() => undefined))
  return response.body
}

async function open(path: string, token: string | null, { signal, lastEventId }: Opening): Promise<Response> {
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
