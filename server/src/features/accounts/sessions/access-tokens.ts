import { errors, jwtVerify, SignJWT } from 'jose'
import type { App } from '../../../context.ts'
import { deriveKey } from '../secrets.ts'

const algorithm = 'HS256'
const issuer = 'kutu'

export type AccessClaims = { userId: string; sessionId: string }

/** Signs a JWT (HS256) with the user id as `sub` and the session id as `sid`. */
export function signAccessToken(app: App, { userId, sessionId }: AccessClaims): Promise<string> {
  const now = app.clock.now().getTime()
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: algorithm })
    .setIssuer(issuer)
    .setSubject(userId)
    .setIssuedAt(new Date(now))
    .setExpirationTime(new Date(now + app.config.accessTokenMinutes * 60_000))
    .sign(deriveKey(app, 'access'))
}

/** Verifies an access token and returns its claims, or undefined if it is forged, malformed or expired. */
export async function verifyAccessToken(app: App, token: string): Promise<AccessClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, deriveKey(app, 'access'), {
      algorithms: [algorithm],
      issuer,
      currentDate: app.clock.now(),
    })
    const { sub, sid } = payload
    return sub !== undefined && typeof sid === 'string' ? { userId: sub, sessionId: sid } : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
