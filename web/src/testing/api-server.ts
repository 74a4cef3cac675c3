import { type ErrorCode, type ErrorReply, errorStatus } from '@kutu/contract/errors'
import { delay, HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { ApiEndpoint, ApiResponse } from '../api/endpoints.ts'

/** A request that reached the server: enough to check what a screen sent. */
export type ReceivedRequest = {
  endpoint: ApiEndpoint
  params: Readonly<Record<string, unknown>>
  query: Readonly<Record<string, string>>
  body: unknown
  headers: Headers
}

const server = setupServer()
/** The requests of the current test, in the order they arrived. */
export const receivedRequests: ReceivedRequest[] = []

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  server.resetHandlers()
  receivedRequests.length = 0
})
afterAll(() => server.close())

const methods = { GET: http.get, POST: http.post, PUT: http.put, PATCH: http.patch, DELETE: http.delete }

function handle(endpoint: ApiEndpoint, resolve: (received: ReceivedRequest) => Response | Promise<Response>): void {
  const [method = 'GET', path = ''] = endpoint.split(' ')
  const register = methods[method as keyof typeof methods]
  // The pattern of a path parameter is `{id}` in the contract and `:id` in msw.
  const pattern = `*${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
  server.use(
    register(pattern, async ({ request, params }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams)
      const received = { endpoint, params, query, body: await readBody(request), headers: request.headers }
      receivedRequests.push(received)
      return resolve(received)
    }),
  )
}

async function readBody(request: Request): Promise<unknown> {
  const text = await request.clone().text()
  return request.headers.get('content-type') === 'application/json' && text !== '' ? JSON.parse(text) : text
}

/**
 * Answers an endpoint with a reply of the type that the contract gives it. A function is called for each request, so that
 * a later request can get another reply. `link` is the Link header of a list in pages.
 */
export function respond<E extends ApiEndpoint>(
  endpoint: E,
  reply: ApiResponse<E> | ((received: ReceivedRequest) => ApiResponse<E>),
  { link }: { link?: string } = {},
): void {
  handle(endpoint, received => {
    const body =
      typeof reply === 'function' ? (reply as (received: ReceivedRequest) => ApiResponse<E>)(received) : reply
    return toResponse(body, link)
  })
}

const toResponse = (body: unknown, link?: string): Response =>
  body === undefined
    ? new HttpResponse(null, { status: 204 })
    : new HttpResponse(JSON.stringify(body), {
        headers: { 'content-type': 'application/json', ...(link !== undefined && { link }) },
      })

/** Answers an endpoint as `respond` does, but not before the returned function is called. */
export function respondLater<E extends ApiEndpoint>(endpoint: E, reply: ApiResponse<E>): () => void {
  let release = (): void => undefined
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  handle(endpoint, async () => {
    await released
    return toResponse(reply)
  })
  return () => release()
}

/** Answers an endpoint with an error of the contract: its status follows from the code. */
export function respondWithError(
  endpoint: ApiEndpoint,
  error: ErrorCode,
  {
    message = `Message for ${error}`,
    errors,
    challenge,
  }: Partial<Pick<ErrorReply, 'message' | 'errors' | 'challenge'>> = {},
): void {
  const status = errorStatus[error]
  handle(endpoint, () =>
    HttpResponse.json(
      { status, error, message, ...(errors && { errors }), ...(challenge && { challenge }) },
      { status },
    ),
  )
}

/** Answers an endpoint with the page of a proxy or a captive portal, which is not Kutu's. */
export function respondWithPage(endpoint: ApiEndpoint, status: number): void {
  handle(endpoint, () => new HttpResponse('<html>Sign in</html>', { status, headers: { 'content-type': 'text/html' } }))
}

/** Leaves requests to an endpoint without an answer, as while a screen is loading. */
export function neverRespond(...endpoints: ApiEndpoint[]): void {
  for (const endpoint of endpoints)
    handle(endpoint, async () => {
      await delay('infinite')
      return new HttpResponse(null, { status: 204 })
    })
}

/** Loses the replies of endpoints: their requests arrive, but the page gets a network error. */
export function failToReach(...endpoints: ApiEndpoint[]): void {
  for (const endpoint of endpoints) handle(endpoint, () => HttpResponse.error())
}

/** Takes the device off the network: every request fails and the browser knows that it is offline. */
export function goOffline(): void {
  setOnline(false)
  server.use(http.all('*', () => HttpResponse.error()))
}

/** Puts the device back on the network. The handlers from before `goOffline` do not come back. */
export function goOnline(): void {
  server.resetHandlers()
  setOnline(true)
}

function setOnline(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline })
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

afterEach(() => setOnline(true))
