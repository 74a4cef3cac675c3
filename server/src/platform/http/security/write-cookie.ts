import type { FastifyReply, FastifyRequest } from 'fastify'

const cookieName = ({ isSecure }: { isSecure: boolean }) => (isSecure ? '__Host-wrote' : 'wrote')

/**
 * Makes the browser say with its next requests that it has changed something: until the read replica must have the change, its
 * reads stay on the primary. Clients without cookies may miss their own change in a list for that time.
 */
export function rememberWrite(
  reply: FastifyReply,
  { isSecure, maxLagMs }: { isSecure: boolean; maxLagMs: number },
): void {
  reply.setCookie(cookieName({ isSecure }), '1', {
    ...({ httpOnly: true, sameSite: 'strict', secure: isSecure, path: '/' } as const),
    // A second more, because browsers count in whole seconds.
    maxAge: Math.ceil(maxLagMs / 1000) + 1,
  })
}

/** Returns true if the client has changed something that the read replica may not have yet. */
export const hasJustWritten = ({ cookies }: FastifyRequest): boolean =>
  [true, false].some(isSecure => cookies[cookieName({ isSecure })] !== undefined)
