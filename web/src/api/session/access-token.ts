/**
 * Decodes a JWT's time of issue by the server's clock and its lifetime, both in seconds. Returns undefined for a token
 * that cannot be decoded.
 */
export function decodeTokenTimes(accessToken: string): { issuedAt: number; lifetimeSeconds: number } | undefined {
  try {
    const payload: unknown = JSON.parse(
      atob((accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')),
    )
    const { iat, exp } = { iat: undefined, exp: undefined, ...Object(payload) }
    return typeof iat === 'number' && typeof exp === 'number'
      ? { issuedAt: iat, lifetimeSeconds: exp - iat }
      : undefined
  } catch {
    return undefined
  }
}
