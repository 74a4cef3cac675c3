import { isErrorShape, ReplyCounts } from '../summary.ts'
import type { Operation, Validate } from './operations.ts'

export type BuiltRequest = {
  operation: Operation
  url: string
  headers: Record<string, string>
  body?: string | FormData
}
export type Reply = { status: number; body: unknown; headers: Headers }
export type Failure = { kind: string; example: string }

/** Longest time for any reply, in milliseconds. */
const timeoutMs = 60_000

/** Sends requests and checks every reply: no status 5xx, errors in the one error shape, successes valid by their schema. */
export class CheckingClient {
  readonly replies = new ReplyCounts()
  readonly failures: Failure[] = []
  readonly reached = new Set<string>()
  /** Operations with an error status that the document does not list. Reported, but no failure. */
  readonly undocumented = new Set<string>()
  requests = 0
  readonly #validators: ReadonlyMap<string, Validate>

  constructor(validators: ReadonlyMap<string, Validate>) {
    this.#validators = validators
  }

  /** Returns the reply, or undefined if none arrived or it could not be read. */
  async send(request: BuiltRequest): Promise<Reply | undefined> {
    const { operation, url, headers, body } = request
    this.requests++
    const fail = (status: number, reason: string) =>
      this.failures.push({
        kind: `${operation.name} ${status} ${reason.slice(0, 120)}`,
        example: `${describe(request)}\n  ${reason.slice(0, 600)}`,
      })
    try {
      const response = await fetch(url, {
        method: operation.method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body !== undefined && { body }),
      })
      this.replies.add(response.status)
      const contentType = response.headers.get('content-type') ?? ''
      if (contentType.startsWith('text/event-stream')) {
        await response.body?.cancel()
        this.reached.add(operation.name)
        return undefined
      }
      const text = await response.text()
      const reply = { status: response.status, headers: response.headers, body: parseBody(contentType, text) }
      const problem = this.#findProblem(operation, reply, text)
      if (problem) fail(reply.status, problem)
      else if (reply.status < 300) this.reached.add(operation.name)
      return reply
    } catch (error) {
      this.replies.add(0)
      fail(0, `no reply: ${error instanceof Error ? `${error.message} ${error.cause ?? ''}` : error}`)
      return undefined
    }
  }

  #findProblem(operation: Operation, { status, body }: Reply, text: string): string | undefined {
    if (status >= 500) return text
    if (!(status in operation.responses)) this.undocumented.add(`${operation.name} ${status} ${readCode(body)}`)
    if (status >= 400) return isErrorShape(body, status) ? undefined : `not the error shape: ${text}`
    if (status === 204) return text === '' ? undefined : `a body with status 204: ${text}`
    const documented = operation.responses[status]?.content
    if (!documented) return 'a success that the document does not describe'
    if (!('application/json' in documented)) return text === '' ? 'an empty reply' : undefined
    const validate = this.#validators.get(`${operation.name} ${status}`)
    const problem = validate?.(body)
    return problem ? `${problem}: ${text}` : undefined
  }
}

const readCode = (body: unknown) => String((body as { error?: unknown } | undefined)?.error ?? '')

function parseBody(contentType: string, text: string): unknown {
  if (!contentType.startsWith('application/json')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function describe({ operation, url, headers, body }: BuiltRequest): string {
  const { authorization, ...others } = headers
  const text = typeof body === 'string' ? body.slice(0, 700) : body ? [...body.keys()].join(' ') : ''
  return `${operation.method} ${url} ${JSON.stringify(others)} ${text}`
}
