import type { Language } from '@kutu/contract/common'
import type { Endpoint, Who } from '@kutu/contract/endpoint'
import type { z } from 'zod'
import type { App } from '../context.ts'
import type { Caller } from './session.ts'
import type { Upload } from './uploads.ts'

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type FieldsOf<E extends Endpoint> = E['files'] extends { fields: infer F } ? Parsed<F> : Record<string, never>
type CallerOf<W extends Who> = W extends 'anyone' ? Caller | undefined : Caller

/** What a handler gets of a request: everything already checked. */
export type Request<E extends Endpoint> = {
  caller: CallerOf<E['who']>
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  uploads: E['files'] extends object ? readonly Upload[] : undefined
  fields: E['files'] extends object ? FieldsOf<E> : undefined
  language: Language
  /** The address asked for, for links to the next page. */
  address: URL
  /** The Idempotency-Key, for a call that knows its own retries. */
  retryKey: string | undefined
  /** Of an event stream: the last event its reader got before the connection broke. */
  lastEventId: string | undefined
  /** For the record of sign-ins; never logged beside an account. */
  userAgent: string
}

/** One page of a list that answers a plain array, and where the next page is. */
export type ArrayPage<T> = { results: T; next: string | null }
/** The events of a stream, until the signal says that nobody listens any more or that the server closes. */
export type Events<T> = (signal: AbortSignal) => AsyncIterable<T>
type Answered<E extends Endpoint> = E extends { isArrayList: true }
  ? ArrayPage<z.input<E['reply']>>
  : E extends { isEventStream: true }
    ? Events<z.input<E['reply']>>
    : z.input<E['reply']>

export type Handler<E extends Endpoint> = (app: App, request: Request<E>) => Promise<Answered<E>>

/**
 * A call with work that takes long and changes nothing: it is done `ahead`, while no transaction holds a connection to
 * the database, and answers the handler for the rest.
 */
export type LongCall<E extends Endpoint> = { ahead: (app: App, request: Request<E>) => Promise<Handler<E>> }
export type AnyHandler<E extends Endpoint> = Handler<E> | LongCall<E>

/** One handler for each call of a contract: a missing one does not compile, an undeclared reply column never leaves. */
export type Handlers<C extends Record<string, Endpoint>> = { readonly [Name in keyof C]: AnyHandler<C[Name]> }

export type Feature = { contract: Record<string, Endpoint>; handlers: Record<string, AnyHandler<Endpoint>> }

/** Binds a contract to its handlers: `handlers(accounts)({ login: (app, { body }) => signIn(app, body) })`. */
export function handlers<C extends Record<string, Endpoint>>(contract: C): (all: Handlers<C>) => Feature {
  return all => ({ contract, handlers: all as unknown as Record<string, AnyHandler<Endpoint>> })
}
