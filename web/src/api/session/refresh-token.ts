import { getLocale } from '../../i18n/i18n.ts'
import { toApiError } from '../errors.ts'
import { requestIdHeader } from '../request-id.ts'
import { decodeTokenTimes } from './access-token.ts'
import { endSession, getRefreshIdempotencyKey, hasSession, readItem, storeTokens } from './session.ts'

/** Refresh when less than this is left, so that the token does not expire on the way to the server. */
const leewaySeconds = 30
/**
 * A refresh token that the server rejects is useless, for example one of another server; these statuses end the
 * session.
 */
const sessionEndingStatuses = new Set([400, 401, 403])

/**
 * Compares with the time at which the token arrived on this device, because the clock of a phone may be a day wrong and
 * may be corrected at any time.
 */
function isExpiring(accessToken: string): boolean {
  const lifetimeSeconds = decodeTokenTimes(accessToken)?.lifetimeSeconds
  const ageSeconds = (Date.now() - Number(readItem('tokensSince'))) / 1000
  return lifetimeSeconds !== undefined && (ageSeconds < 0 || ageSeconds > lifetimeSeconds - leewaySeconds)
}

export const isTokenPair = (value: unknown): value is { access: string; refresh: string } =>
  typeof value === 'object' &&
  value !== null &&
  'access' in value &&
  typeof value.access === 'string' &&
  'refresh' in value &&
  typeof value.refresh === 'string'

/** Exchanges the refresh token, unless another tab has just done it: using a token twice ends the whole session. */
async function exchangeRefreshToken(oldToken: string): Promise<string | null> {
  const access = readItem('accessToken')
  const refresh = readItem('refreshToken')
  if (access !== null && access !== oldToken) return access
  if (refresh === null) {
    endSession()
    return null
  }
  const response = await fetch('/api/auth/refresh-token', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': getLocale(),
      ...requestIdHeader(),
      'idempotency-key': getRefreshIdempotencyKey(),
    },
    body: JSON.stringify({ refresh }),
  })
  const reply: unknown = await response.json().catch(() => undefined)
  if (isTokenPair(reply)) {
    storeTokens(reply)
    return reply.access
  }
  const error = toApiError(response.status, reply)
  // A reply without the server's error format comes from a proxy and says nothing about the session.
  if (!sessionEndingStatuses.has(error.status) || error.is('internal')) throw error
  endSession()
  return null
}

let lastInPage: Promise<unknown> = Promise.resolve()

/**
 * Runs something that replaces the tokens while nothing else does: in all tabs by a Web Lock, or only within the page
 * outside secure contexts, where there are none.
 */
export function withTokenLock<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request('session-renewal', work)
  const result = lastInPage.then(work)
  lastInPage = result.catch(() => undefined)
  return result
}

let inFlight: Promise<string | null> | undefined

/**
 * Returns an access token that replaces `oldToken`, or null if the session is over. One refresh runs at a time: within
 * a page by a shared promise, across tabs by the lock.
 * @throws ApiError or a network error if the server cannot tell
 */
export function refreshAccessToken(oldToken: string): Promise<string | null> {
  inFlight ??= withTokenLock(() => exchangeRefreshToken(oldToken)).finally(() => {
    inFlight = undefined
  })
  return inFlight
}

/** Returns the access token to send, refreshed if it is about to expire. Null without a session. */
export async function getAccessToken(): Promise<string | null> {
  if (!hasSession()) return null
  const stored = readItem('accessToken')
  return stored !== null && isExpiring(stored) ? refreshAccessToken(stored) : stored
}
