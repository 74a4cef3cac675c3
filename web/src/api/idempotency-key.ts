/** A key for one write. Made by hand, because randomUUID is missing where a phone reaches the server without TLS. */
export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
