import { getLocale } from '../i18n/i18n.ts'
import type { ApiResponse } from './endpoints.ts'
import { OfflineError, toApiError } from './errors.ts'
import { requestIdHeader } from './request-id.ts'
import { getAccessToken, refreshAccessToken } from './session/refresh-token.ts'

/**
 * The server sends at least a comment every 25 seconds. After a longer silence the connection is dead, for example
 * after a change of network.
 */
const idleTimeoutMs = 60_000

type StreamCall = 'GET /api/notifications/stream'

/** Splits a buffer into complete events and the incomplete rest. Comments and `retry` fields are dropped. */
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
 * Reads server-sent events until the server closes the stream. EventSource is not used, because it cannot send an
 * Authorization header and a token in the URL would appear in logs.
 * @throws ApiError, OfflineError, or the signal's reason if it was aborted
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
      // The requests of the screen itself go first.
      priority: 'low',
      headers: {
        accept: 'text/event-stream',
        'accept-language': getLocale(),
        ...requestIdHeader(),
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
    })
  } catch (error) {
    if (signal.aborted) throw error
    throw new OfflineError()
  }
}
