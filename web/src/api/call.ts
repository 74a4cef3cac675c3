import { activeLanguage } from '../text/say.ts'
import type { Arguments, Call, Common, ListCall, Reply } from './contract.ts'
import { errorFrom, OfflineError } from './errors.ts'
import { type NextPage, nextPage } from './next-page.ts'
import { accessToken, renew } from './renew.ts'
import { storedUser } from './session.ts'

type Options = Common & {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  files?: readonly File[]
  fields?: Record<string, unknown>
}
type Answer = { status: number; body: unknown; link: string | null }

function address(path: string, { params = {}, query = {} }: Options): string {
  const whole = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `${whole}?${search}` : whole
}

/** The field that carries the photos of a multipart call; `images` where a call takes several. */
function formData({ files = [], fields = {} }: Options): FormData {
  const form = new FormData()
  // Text first: the server reads a stream and must know the fields before the photo comes.
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value))
  for (const file of files) form.append(files.length > 1 ? 'images' : 'image', file, file.name)
  return form
}

function headers(token: string | null, { idempotencyKey, body }: Options): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-language': activeLanguage(),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  }
}

function parse(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function send(method: string, url: string, token: string | null, options: Options): Promise<Answer> {
  const body = options.body === undefined ? null : JSON.stringify(options.body)
  try {
    const signal = options.signal ?? null
    const { keepalive = false } = options
    const response = await fetch(url, { method, headers: headers(token, options), body, signal, keepalive })
    const text = await response.text()
    const isCalendar = response.headers.get('content-type')?.startsWith('text/calendar')
    return { status: response.status, body: isCalendar ? text : parse(text), link: response.headers.get('link') }
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new OfflineError()
  }
}

/** Sends files; only XMLHttpRequest tells how much of an upload has left. */
function upload(method: string, url: string, token: string | null, options: Options): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers(token, options))) request.setRequestHeader(name, value)
    request.upload.onprogress = event => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total)
    }
    request.onload = () => resolve({ status: request.status, body: parse(request.responseText), link: null })
    request.onerror = () => reject(new OfflineError())
    request.onabort = () => reject(options.signal?.reason ?? new DOMException('Aborted', 'AbortError'))
    request.onloadend = () => options.signal?.removeEventListener('abort', abort)
    if (options.signal?.aborted) return reject(options.signal.reason)
    options.signal?.addEventListener('abort', abort)
    request.send(formData(options))
  })
}

/**
 * Makes one call of the API: `call('POST /api/auth/login/', { body })`. What it takes and answers comes from the contract.
 * Throws ApiError with the server's sentence, or OfflineError. A dead access token is renewed once on the way.
 */
export async function call<C extends Call>(name: C, ...[options]: Arguments<C>): Promise<Reply<C>> {
  return (await answerTo(name, options ?? {})).body as Reply<C>
}

/**
 * One page of a list that answers as a plain array. `next` goes into the query of the following page; null after the
 * last. Throws as `call` does.
 */
export async function callPage<C extends ListCall>(
  name: C,
  ...[options]: Arguments<C>
): Promise<{ results: Reply<C>; next: NextPage | null }> {
  const { body, link } = await answerTo(name, options ?? {})
  return { results: body as Reply<C>, next: nextPage(link) }
}

async function answerTo(name: Call, told: Options): Promise<Answer> {
  const [method = 'GET', path = ''] = name.split(' ')
  const url = address(path, told)
  const go = told.files ? upload : send
  const reader = storedUser()?.id
  const token = await tokenOrOffline()
  let answer = await go(method, url, token, told)
  if (answer.status === 401 && token !== null && path !== '/api/auth/login/') {
    const fresh = await renew(token).catch(() => {
      throw new OfflineError()
    })
    // Somebody else may have signed in meanwhile, in this tab or another: what one sent is not done in another's name.
    if (fresh !== null && fresh !== token && storedUser()?.id === reader) answer = await go(method, url, fresh, told)
  }
  if (answer.status >= 400 || answer.status === 0) throw errorFrom(answer.status, answer.body)
  return answer
}

async function tokenOrOffline(): Promise<string | null> {
  try {
    return await accessToken()
  } catch {
    throw new OfflineError()
  }
}
