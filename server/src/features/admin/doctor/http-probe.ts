/**
 * Sends a request to an address of the settings and returns the reply, whatever its status. Redirects are not followed.
 * @throws Error if there is no reply in time
 */
export const probe = (url: string, method: 'GET' | 'HEAD', timeoutMs: number): Promise<Response> =>
  fetch(url, { method, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
