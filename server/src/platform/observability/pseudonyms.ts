import { createHash, createHmac } from 'node:crypto'

/** The kinds of values that a pseudonym replaces. The same value has different ones for different purposes. */
type Kind = 'network' | 'email'

/**
 * Returns a keyed hash (HMAC-SHA256, 96 bits) by which log and audit log tell networks and email addresses apart without
 * naming them. The key is derived from TOKEN_SECRET and changes every month (UTC), so that nobody can be followed for
 * longer. Whoever has the secret can compute the pseudonym of a known address.
 */
export function createPseudonym(tokenSecret: string, kind: Kind, value: string, now: Date): string {
  const month = now.toISOString().slice(0, 7)
  const key = createHash('sha256').update(`pseudonym:${kind}:${month}:${tokenSecret}`).digest()
  return createHmac('sha256', key).update(value).digest().subarray(0, 12).toString('base64url')
}
