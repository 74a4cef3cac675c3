/** Returns 128 random bits in hexadecimal. `crypto.randomUUID` is missing when a phone reaches the server without TLS. */
export const randomHex = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')

/** Returns the header with a new id of one request. The server repeats it in its log and in the jobs of the request. */
export const requestIdHeader = () => ({ 'x-request-id': randomHex() })
