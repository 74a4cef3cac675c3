import pg from 'pg'
import { errorCode } from './cannot-start.ts'

/** What keeps a database from being reached for a while only: it starts, it ends, all its connections are taken. */
const passing = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', '57P03', '53300']

/** Whether the next attempt to connect may succeed. That nobody gave a connection back in time has no code. */
export function isPassing(error: unknown): boolean {
  const code = errorCode(error)
  return code === undefined || passing.includes(code)
}

/** No connection could be had just now, and so nothing was done: all are taken, or the database takes no more. */
export class NoConnection extends Error {
  override name = 'NoConnection'
  readonly code: string | undefined
  constructor(cause: Error) {
    const code = errorCode(cause)
    super(cause.message || code, { cause })
    this.code = code
  }
}

/** Of an error met while connecting: that there is no connection, unless somebody must mend something first. */
export const whyNoConnection = (error: Error): Error => (isPassing(error) ? new NoConnection(error) : error)

type Given = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void

/** A pool that tells apart, whoever asks it for a connection, that there was none. */
export class Pool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(given: Given): void
  override connect(given?: Given) {
    if (!given)
      return super.connect().catch(error => {
        throw whyNoConnection(error)
      })
    return super.connect((error, client, done) => given(error && whyNoConnection(error), client, done))
  }
}
