/** When a token was given, by the server's clock, and how long it lives, in seconds; undefined for one we cannot look into. */
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
