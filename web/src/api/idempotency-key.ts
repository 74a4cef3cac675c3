// @chunk account
/** Returns a random key for one write. `crypto.randomUUID` is missing when a phone reaches the server without TLS. */
export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
