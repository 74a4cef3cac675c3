import type { FastifyInstance } from 'fastify'
import { errorCode, StartupError } from '../startup-error.ts'

/**
 * Starts listening.
 * @throws StartupError with instructions when the port or the address cannot be used
 */
export async function listen(server: FastifyInstance, { port, host }: { port: number; host: string }): Promise<void> {
  try {
    await server.listen({ port, host })
  } catch (error) {
    const reason = describeListenError(errorCode(error), { port, host })
    throw reason ? new StartupError(reason, { cause: error }) : error
  }
}

function describeListenError(code: string | undefined, { port, host }: { port: number; host: string }) {
  if (code === 'EADDRINUSE') return `Port ${port} is already in use. Stop the other program, or set PORT.`
  if (code === 'EACCES') return `This account may not use port ${port}. Set PORT to 1024 or higher.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${host} is not an address of this machine. Set HOST.`
  return undefined
}
