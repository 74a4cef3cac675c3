import { z } from 'zod'
import type { ApiKeyScope } from './api-key-scopes.ts'
import { idParams } from './common.ts'
import { type ErrorCode, uploadErrors } from './errors.ts'

/** Who may call an endpoint. `user` is any signed-in user; `approved expert` is an expert approved by an admin. */
export type Access =
  | 'anyone'
  | 'user'
  | 'farmer'
  | 'expert'
  | 'farmer or expert'
  | 'expert or admin'
  | 'approved expert'
  | 'approved expert or admin'
  | 'admin'

/**
 * At most `max` requests per `seconds` seconds and caller. `by` identifies the caller: IP address, user or API key. A limit by
 * user counts each API key as a user. Calls without one are limited by the budget that all calls of a client share
 * (rate-limits.ts).
 */
export type RateLimit = { max: number; seconds: number; by: 'address' | 'user' | 'key' }

/** `path` is the full path with `{name}` for parameters. The server also accepts it with or without a trailing slash. */
export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/${'api' | 'analysis'}/${string}`
}

/** An endpoint of the API: everything that server and client need to know about it. */
export type Endpoint = Call & {
  readonly access: Access
  /**
   * API keys with all of these scopes may call it too, for the countries of the key: `country` of the query. Without them no
   * key may. Only for reads that are the same for everybody with access.
   */
  readonly apiKeyScopes?: readonly [ApiKeyScope, ...ApiKeyScope[]]
  readonly summary: string
  readonly status: 200 | 201 | 204
  readonly reply: z.ZodType
  /** The reply is a page of a list as a plain array; a `Link` header points to the next page. */
  readonly isLinkPaginated?: true
  /** The reply is a file of this type instead of JSON; GeoJSON has a schema as JSON has. */
  readonly contentType?: 'text/calendar' | 'text/csv' | 'application/geo+json'
  /** The reply is a stream of server-sent events; `reply` is the schema of one event: event, id, data. */
  readonly isEventStream?: true
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** A multipart request: the name of the file field, the minimum and maximum number of files, and the text fields. */
  readonly files?: {
    readonly field: string
    readonly min: number
    readonly max: number
    readonly fields?: z.ZodObject
    /** Purpose of the photo, unless it is uploaded for a diagnosis. */
    readonly purpose?: 'training'
  }
  /** Error codes of this endpoint, besides those that `errorCodes` derives from the other properties. */
  readonly errors?: readonly ErrorCode[]
  readonly rateLimit?: RateLimit
  /**
   * The caller must have typed in the password within the last 15 minutes, at sign-in or with
   * `POST /api/auth/confirm-password`.
   */
  readonly requiresRecentPassword?: true
  /** The reply has a secret that is shown once: it is not stored for a repeated request with the same Idempotency-Key. */
  readonly isReplySecret?: true
  /** The reply makes a browser clear its HTTP cache of this site, because the session of the caller has ended. */
  readonly clearsCache?: true
  /** A device that the account of the body's `email` knows is limited by account instead of by address. */
  readonly recognizesDevices?: true
  /** The reply is the same for everybody: browsers and proxies may keep it for so many seconds, and then ask by ETag. */
  readonly publicCacheSeconds?: number
  /**
   * The reply says what can be taken back: browsers and proxies may keep it, but ask by ETag before every use. Without an account or
   * with an API key; other replies are not kept at all.
   */
  readonly isRevocable?: true
  /** Called by load balancers and monitoring, all the time. */
  readonly isProbe?: true
  /** May be called while the account must still change its initial password. */
  readonly isAllowedBeforePasswordChange?: true
  /** The body may be form-encoded, as some older clients send it. Not elsewhere: any page can send such a form. */
  readonly acceptsForm?: true
  /** Other calls that older clients use for the same endpoint. A GET has the fields of the body in its query. */
  readonly aliases?: readonly Call[]
}

const noContent = z.void()

/** An endpoint as its feature declares it. */
type Definition = Omit<Endpoint, 'status' | 'reply'> & {
  /** 201 for an endpoint that creates something. The others reply with 200, or 204 without a schema of the reply. */
  readonly status?: 201
  readonly reply?: z.ZodType
}
/** Adds a property if the definition lacks it. */
type DefaultTo<D, Part extends string, Type> = D extends { [P in Part]: unknown }
  ? unknown
  : { readonly [P in Part]: Type }
type Derived<D extends Definition> = DefaultTo<D, 'reply', typeof noContent> &
  DefaultTo<D, 'status', D extends { reply: z.ZodType } ? 200 : 204> &
  (D['path'] extends `${string}/{id}/${string}` ? DefaultTo<D, 'params', typeof idParams> : unknown)

/** Declares an endpoint and keeps its literal types. Status, and the schema of an `{id}` in the path, follow from the rest. */
export function endpoint<const D extends Definition>(definition: D): D & Derived<D> {
  const { path, reply, status = reply ? 200 : 204, params } = definition
  const derived = { status, reply: reply ?? noContent, ...(path.includes('/{id}/') && !params && { params: idParams }) }
  return { ...definition, ...derived } as D & Derived<D>
}

/** Returns every call that an endpoint answers, its own first. */
export const callsOf = (endpoint: Endpoint): readonly Call[] => [endpoint, ...(endpoint.aliases ?? [])]

/**
 * Returns true if the endpoint handles a request at most once per Idempotency-Key. Public endpoints that create nothing
 * (sign-in, codes) do not: they record failures, which must not disappear with a rolled-back transaction. Nor do those whose
 * reply nobody may store.
 */
export const supportsIdempotencyKey = ({ method, access, status, isReplySecret }: Endpoint): boolean =>
  method === 'POST' && (access !== 'anyone' || status === 201) && !isReplySecret

/** Errors that every endpoint may reply with. */
export const commonErrors = [
  'validation_failed',
  'malformed_request',
  'expectation_failed',
  'https_required',
  'internal',
  'not_ready',
  'too_many_requests',
  'overloaded',
  'temporarily_unavailable',
  'storage_full',
] as const satisfies readonly ErrorCode[]

const apiKeyErrors = [
  'api_key_unknown',
  'api_key_expired',
  'api_key_revoked',
  'api_key_scope_missing',
  'api_key_country_missing',
] as const satisfies readonly ErrorCode[]

/** Returns the codes of all errors of an endpoint, except the common ones. */
export function errorCodes(endpoint: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = [...(endpoint.errors ?? [])]
  if (endpoint.access !== 'anyone') codes.push('unauthenticated', 'forbidden', 'approval_pending')
  if (endpoint.apiKeyScopes) codes.push(...apiKeyErrors)
  else if (endpoint.access !== 'anyone') codes.push('api_key_not_accepted')
  if (endpoint.requiresRecentPassword) codes.push('password_confirmation_required')
  if (endpoint.access !== 'anyone' && !endpoint.isAllowedBeforePasswordChange) codes.push('password_change_required')
  if (endpoint.access === 'admin') codes.push('second_factor_setup_required')
  if (endpoint.params) codes.push('not_found')
  if (endpoint.files) codes.push(...uploadErrors)
  if (endpoint.method !== 'GET') codes.push('too_big', 'unsupported_type')
  if (supportsIdempotencyKey(endpoint)) codes.push('idempotency_key_reused', 'request_in_progress')
  const common: readonly ErrorCode[] = commonErrors
  return [...new Set(codes)].filter(code => !common.includes(code))
}

/** Method and path, for example `POST /api/auth/login/`. Clients identify an endpoint by it. */
export type EndpointName<E> = E extends { method: infer M extends string; path: infer P extends string }
  ? `${M} ${P}`
  : never

type Schema<E, Part extends string> = E extends { [P in Part]: infer S extends z.ZodType } ? S : never

/** Types of an endpoint's input and reply. The web imports only these types, so that the schemas stay out of its bundle. */
export type EndpointParams<E> = z.input<Schema<E, 'params'>>
export type EndpointQuery<E> = z.input<Schema<E, 'query'>>
export type EndpointBody<E> = z.input<Schema<E, 'body'>>
export type EndpointFields<E> = E extends { files: { fields: infer S extends z.ZodType } } ? z.input<S> : never
export type EndpointReply<E> = z.output<Schema<E, 'reply'>>
