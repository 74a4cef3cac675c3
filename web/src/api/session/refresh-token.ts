import { getLocale } from '../../i18n/i18n.ts'
import { toApiError } from '../errors.ts'
import { decodeTokenTimes } from './access-token.ts'
import { endSession, getRefreshIdempotencyKey, hasSession, readItem, storeTokens } from './session.ts'

/** Renew when less than this is left, so that a call does not set out with a token that dies on the way. */
const leewaySeconds = 30
/** A refresh token of an older version of the program or of another origin is worth nothing: these statuses end the session. */
const sessionEndingStatuses = new Set([400, 401, 403])

/** Counted from when it came: the clock of a phone may be a day wrong, and put right at any time. */
function isExpiring(accessToken: string): boolean {
  const lifetimeSeconds = decodeTokenTimes(accessToken)?.lifetimeSeconds
  const ageSeconds = (Date.now() - Number(readItem('tokensSince'))) / 1000
  return lifetimeSeconds !== undefined && (ageSeconds < 0 || ageSeconds > lifetimeSeconds - leewaySeconds)
}

const isTokenPair = (value: unknown): value is { access: string; refresh: string } =>
  typeof value === 'object' &&
  value !== null &&
  'access' in value &&
  typeof value.access === 'string' &&
  'refresh' in value &&
  typeof value.refresh === 'string'

/** Exchanges the refresh token, unless another tab has just done it: a token used twice would end the whole session. */
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
  // What does not speak as the server does is something on the way to it.
  if (!sessionEndingStatuses.has(error.status) || error.is('internal')) throw error
  endSession()
  return null
}

let inFlight: Promise<string | null> | undefined

/**
 * A fresh access token in place of `spent`; null when the session is over. Throws where the server cannot say.
 * One renewal at a time: within a page by a shared promise, across tabs by a lock (absent outside secure contexts).
 */
export function refreshAccessToken(oldToken: string): Promise<string | null> {
  inFlight ??= (
    navigator.locks
      ? navigator.locks.request('session-renewal', () => exchangeRefreshToken(oldToken))
      : exchangeRefreshToken(oldToken)
  ).finally(() => {
    inFlight = undefined
  })
  return inFlight
}

/** The access token to send: as stored, or renewed shortly before its end. */
export async function getAccessToken(): Promise<string | null> {
  if (!hasSession()) return null
  const stored = readItem('accessToken')
  return stored !== null && isExpiring(stored) ? refreshAccessToken(stored) : stored
}
