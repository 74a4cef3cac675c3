import pg from 'pg'
import { errorCode } from '../../startup-error.ts'

/**
 * Codes of errors that go away without intervention: the database is starting or stopping, or all of its connections
 * are taken.
 */
const transientCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]

/** Returns true if the next attempt to connect may succeed. A timeout of the pool has no code. */
export function isTransient(error: unknown): boolean {
  const code = errorCode(error)
  // The configuration demands TLS, and the server has none.
  if (error instanceof Error && error.message === 'The server does not support SSL connections') return false
  return code === undefined || transientCodes.includes(code)
}

/** SQLSTATEs and socket errors of a connection that ended while it was in use. */
const connectionLostCodes = ['57P01', '57P02', '08000', '08003', '08006', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']
/** Messages of pg's own errors without a code. */
const connectionLostMessage = /^Connection terminated|is not queryable$/

/** Returns true if the connection was lost during a request. A lost COMMIT may or may not have taken effect. */
export function isConnectionLost(error: unknown): boolean {
  const code = errorCode(error)
  if (code !== undefined) return connectionLostCodes.includes(code)
  return error instanceof Error && connectionLostMessage.test(error.message)
}

/**
 * No connection was available, so nothing was done: the pool is exhausted or the database accepts no more connections.
 */
export class ConnectionUnavailableError extends Error {
  override name = 'ConnectionUnavailableError'
  readonly code: string | undefined
  constructor(cause: Error) {
    const code = errorCode(cause)
    super(cause.message || code, { cause })
    this.code = code
  }
}

/** Maps transient connection errors to ConnectionUnavailableError and returns all others unchanged. */
export const toConnectionError = (error: Error): Error =>
  isTransient(error) ? new ConnectionUnavailableError(error) : error

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** A pool that rejects with ConnectionUnavailableError when no connection is available. */
export class Pool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback) {
    if (!callback)
      return super.connect().catch(error => {
        throw toConnectionError(error)
      })
    return super.connect((error, client, done) => callback(error && toConnectionError(error), client, done))
  }
}
