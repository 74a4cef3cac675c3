import { retentionMs } from '@kutu/contract/retention'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestOrigin } from '../handlers.ts'

/** The longest lifetime that browsers allow. Every sign-in renews it. */
const maxAgeSeconds = retentionMs('deviceCookie') / 1000

/**
 * Returns access to the cookie that recognizes a device. It is no credential: it only exempts from limits. Clients without
 * cookies count as unknown devices. With the prefix `__Host-` no other host of the domain can set it; browsers then demand
 * the path `/`.
 */
export function openDeviceCookie(
  { isSecure }: { isSecure: boolean },
  request: FastifyRequest,
  reply: FastifyReply,
): RequestOrigin['deviceCookie'] {
  const name = isSecure ? '__Host-device' : 'device'
  return {
    value: request.cookies[name],
    set: value => {
      const attributes = { httpOnly: true, sameSite: 'strict', secure: isSecure, path: '/' } as const
      reply.setCookie(name, value, { ...attributes, maxAge: maxAgeSeconds })
    },
  }
}
