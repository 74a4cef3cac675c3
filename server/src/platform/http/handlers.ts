import type { Language } from '@kutu/contract/common'
import type { Access, Endpoint } from '@kutu/contract/endpoint'
import type { z } from 'zod'
import type { App } from '../../context.ts'
import type { Caller } from './authorization.ts'
import type { Upload } from './multipart.ts'

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type MultipartFields<E extends Endpoint> = E['files'] extends { fields: infer F } ? Parsed<F> : Record<string, never>
type CallerFor<W extends Access> = W extends 'anyone' ? Caller | undefined : Caller

/** What a handler gets of a request: everything already checked. */
export type ApiRequest<E extends Endpoint> = {
  caller: CallerFor<E['access']>
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  uploads: E['files'] extends object ? readonly Upload[] : undefined
  fields: E['files'] extends object ? MultipartFields<E> : undefined
  language: Language
  /** The address asked for, for links to the next page. */
  url: URL
  /** The Idempotency-Key, for a call that knows its own retries. */
  idempotencyKey: string | undefined
  /** Of an event stream: the last event its reader got before the connection broke. */
  lastEventId: string | undefined
  /** For the record of sign-ins; never logged beside an account. */
  userAgent: string
}

/** One page of a list that answers a plain array, and where the next page is. */
export type ArrayPage<T> = { results: T; next: string | null }
/** The events of a stream, until the signal says that nobody listens any more or that the server closes. */
export type Events<T> = (signal: AbortSignal) => AsyncIterable<T>
type HandlerResult<E extends Endpoint> = E extends { isLinkPaginated: true }
  ? ArrayPage<z.input<E['reply']>>
  : E extends { isEventStream: true }
    ? Events<z.input<E['reply']>>
    : z.input<E['reply']>

export type Handler<E extends Endpoint> = (app: App, request: ApiRequest<E>) => Promise<HandlerResult<E>>

/**
 * A call with work that takes long and changes nothing: it is done `ahead`, while no transaction holds a connection to
 * the database, and answers the handler for the rest.
 */
export type PreparedHandler<E extends Endpoint> = { prepare: (app: App, request: ApiRequest<E>) => Promise<Handler<E>> }
export type AnyHandler<E extends Endpoint> = Handler<E> | PreparedHandler<E>

/** One handler for each call of a contract: a missing one does not compile, an undeclared reply column never leaves. */
export type Handlers<C extends Record<string, Endpoint>> = { readonly [Name in keyof C]: AnyHandler<C[Name]> }

export type Feature = { contract: Record<string, Endpoint>; handlers: Record<string, AnyHandler<Endpoint>> }

/** Binds a contract to its handlers: `handlers(accounts)({ login: (app, { body }) => signIn(app, body) })`. */
export function implementContract<C extends Record<string, Endpoint>>(
  contract: C,
): (implementations: Handlers<C>) => Feature {
  return implementations => ({ contract, handlers: implementations as unknown as Record<string, AnyHandler<Endpoint>> })
}
