import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** Who may call. `user` is anybody signed in; `approved expert` is an expert whom an admin has approved. */
export type Access = 'anyone' | 'user' | 'farmer' | 'expert' | 'farmer or expert' | 'approved expert' | 'admin'

/** How often one caller may call. `by` says what one caller is. */
export type RateLimit = { max: number; seconds: number; by: 'address' | 'user' }

/**
 * One call of the API: everything both sides must know about it.
 * `path` is whole, base included, with `{name}` for parameters; a trailing slash is optional when serving.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${'api' | 'analysis'}/${string}`
  readonly access: Access
  readonly summary: string
  readonly status: 200 | 201 | 204
  readonly reply: z.ZodType
  /** A page of a list that answers a plain array; a `Link` header leads to the next page. */
  readonly isLinkPaginated?: true
  /** The reply is a text of this type, sent as it is, instead of JSON. */
  readonly contentType?: 'text/calendar'
  /** Answers with server-sent events for as long as the caller listens; `reply` is the shape of one: event, id, data. */
  readonly isEventStream?: true
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** A multipart call: the file field, how many files at least and at most, and the text fields beside it. */
  readonly files?: {
    readonly field: string
    readonly min: number
    readonly max: number
    readonly fields?: z.ZodObject
    /** What a photo is asked for, where that is not to be diagnosed. */
    readonly purpose?: 'training'
  }
  /** Words beyond those every call can answer (validation_failed, unauthenticated, forbidden, too_many_requests, internal). */
  readonly errors?: readonly ErrorCode[]
  readonly rateLimit?: RateLimit
  /** Set when another method or path also answers the call, for older clients. */
  readonly aliasMethods?: readonly ('GET' | 'POST' | 'PUT')[]
}

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

/** `POST /api/auth/login/`: how a client names a call. */
export type EndpointName<E> = E extends { method: infer M extends string; path: infer P extends string }
  ? `${M} ${P}`
  : never

type Schema<E, Part extends string> = E extends { [P in Part]: infer S extends z.ZodType } ? S : never

/** What a client sends and gets, by types alone, so that a web page need not carry the schemas. */
export type EndpointParams<E> = z.input<Schema<E, 'params'>>
export type EndpointQuery<E> = z.input<Schema<E, 'query'>>
export type EndpointBody<E> = z.input<Schema<E, 'body'>>
export type EndpointFields<E> = E extends { files: { fields: infer S extends z.ZodType } } ? z.input<S> : never
export type EndpointReply<E> = z.output<Schema<E, 'reply'>>
