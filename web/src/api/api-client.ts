import { getLocale } from '../i18n/i18n.ts'
import type { ApiEndpoint, ApiListEndpoint, ApiResponse, RequestArguments, RequestOptions } from './endpoints.ts'
import { OfflineError, toApiError } from './errors.ts'
import { type NextPage, parseNextPage } from './next-page.ts'
import { requestIdHeader } from './request-id.ts'
import { requestPassword } from './session/password-confirmation.ts'
import { getAccessToken, isTokenPair, refreshAccessToken, withTokenLock } from './session/refresh-token.ts'
import { getStoredUser, storeTokens } from './session/session.ts'

type ApiRequest = RequestOptions & {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  files?: readonly File[]
  fields?: Record<string, unknown>
}
type RawResponse = { status: number; body: unknown; link: string | null; isPage: boolean }

/** The API never answers with a page: it comes from a proxy or a captive portal, whatever its status is. */
const isPage = (contentType: string | null): boolean => contentType?.startsWith('text/html') ?? false

function buildUrl(path: string, { params = {}, query = {} }: ApiRequest): string {
  const pathname = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `${pathname}?${search}` : pathname
}

/** Builds the multipart body. The field of the photo is `image`, or `images` if there are several. */
function buildFormData({ files = [], fields = {} }: ApiRequest): FormData {
  const form = new FormData()
  // Fields before files: the server reads a stream and needs the fields before the photo arrives.
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value))
  for (const file of files) form.append(files.length > 1 ? 'images' : 'image', file, file.name)
  return form
}

function buildHeaders(token: string | null, { idempotencyKey, body }: ApiRequest): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-language': getLocale(),
    ...requestIdHeader(),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  }
}

function parseJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function sendWithFetch(
  method: string,
  url: string,
  token: string | null,
  options: ApiRequest,
): Promise<RawResponse> {
  const body = options.body === undefined ? null : JSON.stringify(options.body)
  try {
    const signal = options.signal ?? null
    const { keepalive = false } = options
    const response = await fetch(url, { method, headers: buildHeaders(token, options), body, signal, keepalive })
    const text = await response.text()
    const contentType = response.headers.get('content-type')
    return {
      status: response.status,
      body: contentType?.startsWith('text/') ? text : parseJson(text),
      link: response.headers.get('link'),
      isPage: isPage(contentType),
    }
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new OfflineError()
  }
}

/** Sends files with XMLHttpRequest, because fetch does not report the progress of an upload. */
function sendWithXhr(method: string, url: string, token: string | null, options: ApiRequest): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(method, url)
    for (const [name, value] of Object.entries(buildHeaders(token, options))) request.setRequestHeader(name, value)
    request.upload.onprogress = event => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total)
    }
    request.onload = () =>
      resolve({
        status: request.status,
        body: parseJson(request.responseText),
        link: null,
        isPage: isPage(request.getResponseHeader('content-type')),
      })
    request.onerror = () => reject(new OfflineError())
    request.onabort = () => reject(options.signal?.reason ?? new DOMException('Aborted', 'AbortError'))
    request.onloadend = () => options.signal?.removeEventListener('abort', abort)
    if (options.signal?.aborted) return reject(options.signal.reason)
    options.signal?.addEventListener('abort', abort)
    request.send(buildFormData(options))
  })
}

/**
 * Sends a request to the API: `callApi('POST /api/auth/login/', { body })`. The contract gives the types of options and
 * reply.
 * An expired access token is refreshed once and the request repeated, and so is a request for which the server demands
 * the password, once the user has typed it in.
 * @throws ApiError with a message in the reader's language; OfflineError if the server was not reached
 */
export async function callApi<C extends ApiEndpoint>(
  name: C,
  ...[options]: RequestArguments<C>
): Promise<ApiResponse<C>> {
  return (await sendAuthenticated(name, options ?? {})).body as ApiResponse<C>
}

/**
 * Returns one page of a list whose reply is a plain array. `next` goes into the query of the following page; it is null
 * after the last page.
 * @throws ApiError, OfflineError
 */
export async function callApiPage<C extends ApiListEndpoint>(
  name: C,
  ...[options]: RequestArguments<C>
): Promise<{ results: ApiResponse<C>; next: NextPage | null }> {
  const { body, link } = await sendAuthenticated(name, options ?? {})
  return { results: body as ApiResponse<C>, next: parseNextPage(link) }
}

async function sendAuthenticated(name: ApiEndpoint, options: ApiRequest): Promise<RawResponse> {
  const userId = getStoredUser()?.id
  const isSameUser = () => getStoredUser()?.id === userId
  let response = await sendWithToken(name, options, isSameUser)
  if (isPasswordRequired(response) && (await requestPassword()) && isSameUser())
    response = await sendWithToken(name, options, isSameUser)
  if (response.status >= 400 || response.status === 0 || response.isPage)
    throw toApiError(response.status, response.body)
  return response
}

const isPasswordRequired = ({ status, body }: RawResponse): boolean =>
  status === 403 && toApiError(status, body).is('password_confirmation_required')

async function sendWithToken(name: ApiEndpoint, options: ApiRequest, isSameUser: () => boolean): Promise<RawResponse> {
  const [method = 'GET', path = ''] = name.split(' ')
  const url = buildUrl(path, options)
  const transport = getTransport(name, options)
  const token = await requireAccessToken()
  const response = await transport(method, url, token, options)
  if (response.status !== 401 || token === null || path === '/api/auth/login/') return response
  const newToken = await refreshAccessToken(token).catch(() => {
    throw new OfflineError()
  })
  // Another person may have signed in meanwhile, in this tab or another. A request is never repeated under another
  // account.
  const mayRepeat = newToken !== null && newToken !== token && isSameUser()
  return mayRepeat ? transport(method, url, newToken, options) : response
}

function getTransport(name: ApiEndpoint, { files }: ApiRequest): typeof sendWithFetch {
  if (files) return sendWithXhr
  return name === 'POST /api/auth/change-password' ? sendAndStoreTokens : sendWithFetch
}

/** Sends a request that replies with new tokens of the session. No tab may refresh meanwhile and store older ones. */
const sendAndStoreTokens: typeof sendWithFetch = (...request) =>
  withTokenLock(async () => {
    const response = await sendWithFetch(...request)
    if (isTokenPair(response.body)) storeTokens(response.body)
    return response
  })

async function requireAccessToken(): Promise<string | null> {
  try {
    return await getAccessToken()
  } catch {
    throw new OfflineError()
  }
}
