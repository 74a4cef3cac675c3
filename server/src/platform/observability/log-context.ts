import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/** The fields of every log line of a request or a job. A job has the id of the request that enqueued it. */
export type LogContext = {
  request_id?: string | undefined
  /** Pseudonym of the caller's network (pseudonyms.ts). */
  network?: string
  /** Browser and system of the caller, such as `Chrome Android`. */
  agent?: string
  /** Pseudonym of the email address of a sign-in, a sign-up or a reset. */
  email?: string
  /** Id of the signed-in caller. */
  user?: string
  /** Public start of the API key of the caller, such as `kutu_3f2a91c0d7e4`. */
  api_key?: string
  /** Path pattern of the request. */
  route?: string
  task?: string
  job_id?: string
}

const storage = new AsyncLocalStorage<LogContext>()

/** Runs a function whose log lines and jobs carry `context`. */
export const runWithLogContext = <T>(context: LogContext, callback: () => T): T => storage.run(context, callback)

/** Returns a new object with the fields of the current context, for the logger to extend. */
export const getLogContext = (): LogContext => ({ ...storage.getStore() })

/** Adds fields to the log lines of the current request from now on. */
export function extendLogContext(fields: LogContext): void {
  Object.assign(storage.getStore() ?? {}, fields)
}

/** Returns the id of the current request, or of the request that enqueued the current job. */
export const getRequestId = (): string | undefined => storage.getStore()?.request_id

/** Letters, digits and three signs: such an id cannot break a log line, and cannot be an email address. */
const requestIdPattern = /^[A-Za-z0-9._-]{8,64}$/

/** Returns the client's `x-request-id` if it is valid, and a new id otherwise. */
export const toRequestId = (header: unknown): string =>
  typeof header === 'string' && requestIdPattern.test(header) ? header : randomUUID()
