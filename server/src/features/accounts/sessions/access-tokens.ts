import { errors, jwtVerify, SignJWT } from 'jose'
import type { App } from '../../../context.ts'
import { getKeyId } from '../../../platform/secrets.ts'
import { deriveKey, deriveKeys } from '../secrets.ts'

const algorithm = 'HS256'
const issuer = 'kutu'
const audience = 'kutu-api'

export type AccessClaims = { userId: string; sessionId: string }

/** Signs a JWT (HS256) with the user id as `sub` and the session id as `sid`. The header names the key (`kid`). */
export function signAccessToken(app: App, { userId, sessionId }: AccessClaims): Promise<string> {
  const now = app.clock.now().getTime()
  const key = deriveKey(app, 'access')
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: algorithm, kid: getKeyId(key) })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(userId)
    .setIssuedAt(new Date(now))
    .setExpirationTime(new Date(now + app.config.accessTokenMinutes * 60_000))
    .sign(key)
}

/**
 * Verifies an access token and returns its claims, or undefined if it is forged, malformed, expired, or meant for another
 * service.
 */
export async function verifyAccessToken(app: App, token: string): Promise<AccessClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => findKey(app, kid), {
      algorithms: [algorithm],
      issuer,
      requiredClaims: ['exp', 'sub'],
      currentDate: app.clock.now(),
    })
    const { sub, sid, aud } = payload
    return aud === audience && sub !== undefined && typeof sid === 'string'
      ? { userId: sub, sessionId: sid }
      : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

/** Returns the key with this id; for a token without one, the current key. */
function findKey(app: App, kid: string | undefined): Buffer {
  const key =
    kid === undefined ? deriveKey(app, 'access') : deriveKeys(app, 'access').find(each => getKeyId(each) === kid)
  if (!key) throw new errors.JWSSignatureVerificationFailed()
  return key
}
