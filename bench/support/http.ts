import { Agent, request } from 'node:http'
import { formatPercentiles } from './measure.ts'

export type LoadRequest = {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: Buffer
}
export type LoadResult = {
  calls: number
  perSecond: number
  times: number[]
  statuses: Record<string, number>
}
type Session = { access: string; refresh: string; user: { id: string; role: 'farmer' | 'expert' | 'admin' } }

/**
 * Sends one request, for example `callApi(url, 'POST /api/auth/login/', { body })`, and returns its reply.
 * @param body an object that is sent as JSON, or bytes with their headers
 * @throws if the status is an error
 */
export async function callApi<T = unknown>(
  url: string,
  name: string,
  { token, body, headers = {} }: { token?: string | undefined; body?: object; headers?: Record<string, string> } = {},
): Promise<T> {
  const [method = '', path = ''] = name.split(' ')
  const isJson = body !== undefined && !(body instanceof Buffer)
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(isJson && { 'content-type': 'application/json' }),
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: isJson ? JSON.stringify(body) : new Uint8Array(body as Buffer) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${name}: ${response.status} ${text.slice(0, 300)}`)
  return (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text) as T
}

export const signIn = (url: string, { email, password }: { email: string; password: string }): Promise<Session> =>
  callApi(url, 'POST /api/auth/login/', { body: { email, password } })

/** Sends `calls` requests with constant concurrency over keep-alive connections. A path may be an absolute URL. */
export async function runLoad(
  url: string,
  {
    calls,
    concurrency,
    createRequest,
  }: { calls: number; concurrency: number; createRequest: (index: number) => LoadRequest },
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const times: number[] = []
  const statuses: Record<string, number> = {}
  let nextIndex = 0
  const startedAt = performance.now()
  const worker = async () => {
    while (nextIndex < calls) {
      const loadRequest = createRequest(nextIndex++)
      const sentAt = performance.now()
      const { status } = await send(url, loadRequest, agent)
      times.push(performance.now() - sentAt)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  const perSecond = (calls * 1000) / (performance.now() - startedAt)
  agent.destroy()
  return { calls, perSecond, times, statuses }
}

/** Sends one request and reads its whole reply. `agent: false` opens a connection of its own. */
export function send(
  url: string,
  { method = 'POST', path, headers, body = Buffer.alloc(0) }: LoadRequest,
  agent: Agent | false,
): Promise<{ status: number; cookie: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, url), {
      method,
      agent,
      headers: { ...headers, 'content-length': body.length },
    })
    outgoing.once('error', reject)
    outgoing.once('response', response => {
      const [cookie = ''] = response.headers['set-cookie'] ?? []
      response.resume()
      response.once('end', () => resolve({ status: response.statusCode ?? 0, cookie: cookie.split(';')[0] ?? '' }))
      response.once('error', reject)
    })
    outgoing.end(body)
  })
}

/** Formats a result as one line. */
export const formatLoadResult = (name: string, { calls, perSecond, times, statuses }: LoadResult) =>
  `${name.padEnd(34)} ${perSecond.toFixed(2).padStart(8)} /s   ${formatPercentiles(times)}   ${calls} calls, ${JSON.stringify(statuses)}`

/** @throws unless all requests got this status: rejections are faster than successes and would falsify the result */
export function assertAllReplied({ calls, statuses }: LoadResult, status: string): void {
  if (statuses[status] !== calls) throw new Error(`not all succeeded: ${JSON.stringify(statuses)}`)
}
