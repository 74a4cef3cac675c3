import type { RequiredStep } from '@kutu/contract/accounts/accounts'
import type { ApiKeyScope } from '@kutu/contract/api-key-scopes'
import type { Role } from '@kutu/contract/common'
import type { Endpoint } from '@kutu/contract/endpoint'
import { apiError } from './api-error.ts'

/** The authenticated user of a request. */
export type Caller = {
  id: string
  role: Role
  username: string
  /** False for an expert awaiting approval; true for everyone else. */
  isApproved: boolean
  /** The step that the account must complete first; until then it may call little else. */
  requiredStep: RequiredStep | null
  sessionId: string
  /** When the password was last typed in for this session: at sign-in or to confirm a sensitive call. */
  passwordConfirmedAt: Date
}

/** The API key of a request: a program that reads open data, without an account. */
export type ApiKeyCaller = {
  id: string
  /** The start of the key, such as `kutu_3f2a91c0d7e4`, by which lists, logs and limits name it. */
  publicId: string
  scopes: readonly ApiKeyScope[]
  /** Countries whose data the key reads; null for every country. */
  countries: readonly string[] | null
}

/**
 * Checks that an API key may call an endpoint: the only place that enforces the contract's `apiKeyScopes`. A key of some
 * countries must name one of them in the query, also for an endpoint whose `country` is optional.
 * @throws ApiError api_key_not_accepted, api_key_scope_missing, api_key_country_missing
 */
export function authorizeKey({ apiKeyScopes }: Endpoint, { scopes, countries }: ApiKeyCaller, query: unknown): void {
  if (apiKeyScopes === undefined) throw apiError('api_key_not_accepted')
  const missing = apiKeyScopes.find(scope => !scopes.includes(scope))
  if (missing !== undefined) throw apiError('api_key_scope_missing', { values: { scope: missing } })
  if (countries === null) return
  const { country }: { country?: unknown } = Object(query)
  if (!countries.some(each => each === country))
    throw apiError('api_key_country_missing', { values: { countries: countries.join(', ') } })
}

/**
 * Checks that the caller may call an endpoint: the only place that enforces the contract's `access`.
 * @throws ApiError unauthenticated, password_change_required, forbidden, approval_pending, second_factor_setup_required
 */
export function authorizeCaller(endpoint: Endpoint, caller: Caller | undefined): void {
  const { access } = endpoint
  if (access === 'anyone') return
  if (!caller) throw apiError('unauthenticated')
  if (caller.requiredStep === 'change_password' && !endpoint.isAllowedBeforePasswordChange)
    throw apiError('password_change_required')
  if (access === 'user') return
  if (access.endsWith('or admin') && caller.role === 'admin') {
    assertSecondFactor(caller)
    return
  }
  if (access === 'approved expert' || access === 'approved expert or admin') {
    if (caller.role !== 'expert') throw apiError('forbidden')
    if (!caller.isApproved) throw apiError('approval_pending')
    return
  }
  if (access === 'farmer or expert') {
    if (caller.role === 'admin') throw apiError('forbidden')
    return
  }
  if (access === 'expert or admin' && caller.role === 'expert') return
  if (caller.role !== access) throw apiError('forbidden')
  if (access === 'admin') assertSecondFactor(caller)
}

function assertSecondFactor({ requiredStep }: Caller): void {
  if (requiredStep === 'set_up_second_factor') throw apiError('second_factor_setup_required')
}

/** Milliseconds for which a typed-in password allows sensitive calls (ASVS 7.5). */
export const passwordConfirmationLifetime = 15 * 60_000

/**
 * Checks that the caller has typed in the password recently: at sign-in or with confirm-password. A stolen session alone
 * must not be enough for calls that declare `requiresRecentPassword`.
 * @throws ApiError password_confirmation_required
 */
export function assertPasswordConfirmed({ passwordConfirmedAt }: Caller, now: Date): void {
  if (now.getTime() - passwordConfirmedAt.getTime() > passwordConfirmationLifetime)
    throw apiError('password_confirmation_required')
}
