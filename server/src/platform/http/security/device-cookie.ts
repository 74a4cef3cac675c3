import { retentionMs } from '@kutu/contract/retention'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestOrigin } from '../handlers.ts'
import { rateLimitKey } from '../rate-limit/rate-limit-key.ts'

/** The longest lifetime that browsers allow. Every sign-in renews it. */
const maxAgeSeconds = retentionMs('deviceCookie') / 1000

/**
 * Returns the network of a request and access to the cookie that recognizes its device. The cookie is no credential: it only
 * exempts from limits. Clients without cookies count as unknown devices. With the prefix `__Host-` no other host of the domain
 * can set it; browsers then demand the path `/`.
 */
export function readOrigin(
  { isSecure }: { isSecure: boolean },
  request: FastifyRequest,
  reply: FastifyReply,
): RequestOrigin {
  const name = isSecure ? '__Host-device' : 'device'
  const set = (value: string) => {
    const attributes = { httpOnly: true, sameSite: 'strict', secure: isSecure, path: '/' } as const
    reply.setCookie(name, value, { ...attributes, maxAge: maxAgeSeconds })
  }
  return { network: rateLimitKey(request.ip), deviceCookie: { value: request.cookies[name], set } }
}
