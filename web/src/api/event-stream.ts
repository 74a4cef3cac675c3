import { getLocale } from '../i18n/i18n.ts'
import type { ApiResponse } from './endpoints.ts'
import { OfflineError, toApiError } from './errors.ts'
import { getAccessToken, refreshAccessToken } from './session/refresh-token.ts'

/** The server says something every 25 seconds. What is silent so long broke without a word, as when a phone changes its mast. */
const idleTimeoutMs = 60_000

type StreamCall = 'GET /api/notifications/stream'

/** The events in what has come so far, and the rest, which is not whole yet. Comments and `retry` are let go. */
export function parseEvents(buffer: string): { events: Record<string, string>[]; rest: string } {
  const blocks = buffer.replaceAll('\r\n', '\n').split('\n\n')
  const rest = blocks.pop() ?? ''
  const events = blocks.map(parseEventFields).filter(fields => fields.data !== undefined)
  return { events, rest }
}

function parseEventFields(block: string): Record<string, string> {
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
  }: { signal: AbortSignal; lastEventId?: string | undefined; onEvent: (event: ApiResponse<C>) => void },
): Promise<void> {
  const path = name.split(' ')[1] ?? ''
  const abortController = new AbortController()
  const abort = () => abortController.abort(signal.reason)
  signal.throwIfAborted()
  signal.addEventListener('abort', abort, { once: true })
  let idleTimer: ReturnType<typeof setTimeout> | undefined
  const resetIdleTimer = () => {
    clearTimeout(idleTimer)
    idleTimer = setTimeout(() => abortController.abort(new OfflineError()), idleTimeoutMs)
  }
  try {
    resetIdleTimer()
    const body = await openStream(path, { signal: abortController.signal, lastEventId })
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    let buffer = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      resetIdleTimer()
      const { events, rest } = parseEvents(buffer + value)
      buffer = rest
      for (const { data = '', ...fields } of events) onEvent({ ...fields, data: JSON.parse(data) } as ApiResponse<C>)
    }
  } finally {
    clearTimeout(idleTimer)
    signal.removeEventListener('abort', abort)
  }
}

type StreamRequest = { signal: AbortSignal; lastEventId: string | undefined }

async function openStream(path: string, request: StreamRequest): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const token = await getAccessToken()
  let response = await fetchStream(path, token, request)
  if (response.status === 401 && token !== null) {
    const newToken = await refreshAccessToken(token)
    if (newToken !== null && newToken !== token) response = await fetchStream(path, newToken, request)
  }
  if (!response.ok || !response.body) throw toApiError(response.status, await response.json().catch(() => undefined))
  return response.body
}

async function fetchStream(
  path: string,
  token: string | null,
  { signal, lastEventId }: StreamRequest,
): Promise<Response> {
  try {
    return await fetch(path, {
      signal,
      // What the screen itself asks for goes first.
      priority: 'low',
      headers: {
        accept: 'text/event-stream',
        'accept-language': getLocale(),
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
    })
  } catch (error) {
    if (signal.aborted) throw error
    throw new OfflineError()
  }
}
