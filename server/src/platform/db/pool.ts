import pg from 'pg'
import { errorCode } from '../startup-error.ts'

/** What keeps a database from being reached for a while only: it starts, it ends, all its connections are taken. */
const transientCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  '57P03',
  '53300',
]

/** Whether the next attempt to connect may succeed. That nobody gave a connection back in time has no code. */
export function isTransient(error: unknown): boolean {
  const code = errorCode(error)
  return code === undefined || transientCodes.includes(code)
}

/** No connection could be had just now, and so nothing was done: all are taken, or the database takes no more. */
export class ConnectionUnavailableError extends Error {
  override name = 'NoConnection'
  readonly code: string | undefined
  constructor(cause: Error) {
    const code = errorCode(cause)
    super(cause.message || code, { cause })
    this.code = code
  }
}

/** Of an error met while connecting: that there is no connection, unless somebody must mend something first. */
export const toConnectionError = (error: Error): Error =>
  isTransient(error) ? new ConnectionUnavailableError(error) : error

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** A pool that tells apart, whoever asks it for a connection, that there was none. */
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
