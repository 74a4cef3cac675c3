import type { Language } from '@kutu/contract/common'
import type { Access, Endpoint } from '@kutu/contract/endpoint'
import type { z } from 'zod'
import type { App } from '../../context.ts'
import type { Db } from '../db/database.ts'
import type { Caller } from './authorization.ts'

/** One uploaded file in memory, at most 5 MB. */
export type Upload = { name: string; bytes: Buffer }

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type MultipartFields<E extends Endpoint> = E['files'] extends { fields: infer F } ? Parsed<F> : Record<string, never>
type CallerWith<W extends Access> = W extends 'anyone' ? Caller | undefined : Caller
/** Undefined for a visitor, and for a program with an API key. */
type CallerFor<E extends Endpoint> = E extends { apiKeyScopes: readonly string[] }
  ? Caller | undefined
  : CallerWith<E['access']>

/** The validated request that a handler receives. */
export type ApiRequest<E extends Endpoint> = {
  /** The pool, or the transaction of the reply that is stored for an Idempotency-Key. */
  db: Db
  caller: CallerFor<E>
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  uploads: E['files'] extends object ? readonly Upload[] : undefined
  fields: E['files'] extends object ? MultipartFields<E> : undefined
  language: Language
  /** The request's URL, for links to further pages. */
  url: URL
  /** The Idempotency-Key, for endpoints that handle retries themselves. */
  idempotencyKey: string | undefined
  /** For event streams: the id of the last event the client received before the connection broke. */
  lastEventId: string | undefined
  /** For the list of signed-in devices. Never log it together with an account. */
  userAgent: string
  origin: RequestOrigin
}

/** How the request reached the server, for limits on guessing. */
export type RequestOrigin = {
  /** Address of the client as a rate-limit key. */
  network: string
  /** A cookie that recognizes the device. `set` renews it; scripts cannot read it. */
  deviceCookie: { value: string | undefined; set: (value: string) => void }
}

/** The parts of a request that presenting a reply depends on: its language, and the origin of its links. */
export type ReplyContext = Pick<ApiRequest<Endpoint>, 'language' | 'url'>

/** One page of a list whose reply is a plain array, and the URL of the next page. */
export type ArrayPage<T> = { results: T; next: string | null }
/** The events of a stream. The signal aborts when the client disconnects or the server closes. */
export type Events<T> = (signal: AbortSignal) => AsyncIterable<T>
type HandlerResult<E extends Endpoint> = E extends { isLinkPaginated: true }
  ? ArrayPage<z.input<E['reply']>>
  : E extends { isEventStream: true }
    ? Events<z.input<E['reply']>>
    : z.input<E['reply']>

export type Handler<E extends Endpoint> = (app: App, request: ApiRequest<E>) => Promise<HandlerResult<E>>

/**
 * An endpoint with long work that changes nothing or only stores files. `prepare` does it before a transaction holds a
 * database connection, and returns the handler for the rest.
 */
export type PreparedHandler<E extends Endpoint> = {
  prepare: (app: App, request: ApiRequest<E>) => Promise<(request: ApiRequest<E>) => Promise<HandlerResult<E>>>
}
export type AnyHandler<E extends Endpoint> = Handler<E> | PreparedHandler<E>

/**
 * One handler per endpoint of a contract. A missing handler is a type error; properties that the contract does not
 * declare are stripped from replies.
 */
export type Handlers<C extends Record<string, Endpoint>> = { readonly [Name in keyof C]: AnyHandler<C[Name]> }

export type Feature = { contract: Record<string, Endpoint>; handlers: Record<string, AnyHandler<Endpoint>> }

/** Binds a contract to its handlers: `implementContract(accounts)({ login: (app, { body }) => signIn(app, body) })`. */
export function implementContract<C extends Record<string, Endpoint>>(
  contract: C,
): (implementations: Handlers<C>) => Feature {
  return implementations => ({ contract, handlers: implementations as unknown as Record<string, AnyHandler<Endpoint>> })
}
