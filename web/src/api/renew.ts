import { activeLanguage } from '../text/say.ts'
import { timesOf } from './access-token.ts'
import { errorFrom } from './errors.ts'
import { endSession, hasSession, readItem, renewalKey, storeTokens } from './session.ts'

/** Renew when less than this is left, so that a call does not set out with a token that dies on the way. */
const leewaySeconds = 30
/** A refresh token of an older version of the program or of another origin is worth nothing: these statuses end the session. */
const finalStatuses = new Set([400, 401, 403])

/** Counted from when it came: the clock of a phone may be a day wrong, and put right at any time. */
function isStale(accessToken: string): boolean {
  const life = timesOf(accessToken)?.life
  const age = (Date.now() - Number(readItem('tokensSince'))) / 1000
  return life !== undefined && (age < 0 || age > life - leewaySeconds)
}

const isTokens = (value: unknown): value is { access: string; refresh: string } =>
  typeof value === 'object' &&
  value !== null &&
  'access' in value &&
  typeof value.access === 'string' &&
  'refresh' in value &&
  typeof value.refresh === 'string'

/** Exchanges the refresh token, unless another tab has just done it: a token used twice would end the whole session. */
async function exchange(spent: string): Promise<string | null> {
  const access = readItem('accessToken')
  const refresh = readItem('refreshToken')
  if (access !== null && access !== spent) return access
  if (refresh === null) {
    endSession()
    return null
  }
  const response = await fetch('/api/auth/refresh-token', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': activeLanguage(),
      'idempotency-key': renewalKey(),
    },
    body: JSON.stringify({ refresh }),
  })
  const reply: unknown = await response.json().catch(() => undefined)
  if (isTokens(reply)) {
    storeTokens(reply)
    return reply.access
  }
  const error = errorFrom(response.status, reply)
  // What does not speak as the server does is something on the way to it.
  if (!finalStatuses.has(error.status) || error.is('internal')) throw error
  endSession()
  return null
}

let underWay: Promise<string | null> | undefined

/**
 * A fresh access token in place of `spent`; null when the session is over. Throws where the server cannot say.
 * One renewal at a time: within a page by a shared promise, across tabs by a lock (absent outside secure contexts).
 */
export function renew(spent: string): Promise<string | null> {
  underWay ??= (
    navigator.locks ? navigator.locks.request('session-renewal', () => exchange(spent)) : exchange(spent)
  ).finally(() => {
    underWay = undefined
  })
  return underWay
}

/** The access token to send: as stored, or renewed shortly before its end. */
export async function accessToken(): Promise<string | null> {
  if (!hasSession()) return null
  const stored = readItem('accessToken')
  return stored !== null && isStale(stored) ? renew(stored) : stored
}
