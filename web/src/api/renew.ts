import { activeLanguage } from '../text/say.ts'
import { endSession, hasSession, readItem, storeTokens } from './session.ts'

/** Renew when less than this is left, so that a call does not set out with a token that dies on the way. */
const leewaySeconds = 30
/** A refresh token of an older version of the program or of another origin is worth nothing: these statuses end the session. */
const finalStatuses = new Set([400, 401, 403])

function expiresAt(accessToken: string): number | undefined {
  try {
    const payload: unknown = JSON.parse(
      atob((accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')),
    )
    if (typeof payload === 'object' && payload && 'exp' in payload && typeof payload.exp === 'number')
      return payload.exp
  } catch {
    // Not a token we can look into: the server will say whether it is good.
  }
  return undefined
}

const isStale = (accessToken: string): boolean => {
  const end = expiresAt(accessToken)
  return end !== undefined && end - Date.now() / 1000 < leewaySeconds
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
    headers: { 'content-type': 'application/json', 'accept-language': activeLanguage() },
    body: JSON.stringify({ refresh }),
  })
  if (finalStatuses.has(response.status)) {
    endSession()
    return null
  }
  const tokens: unknown = response.ok ? await response.json() : null
  if (!isTokens(tokens)) return access
  storeTokens(tokens)
  return tokens.access
}

let underWay: Promise<string | null> | undefined

/**
 * A fresh access token in place of `spent`; null when the session is over.
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
