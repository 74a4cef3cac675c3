import { setTimeout as delay } from 'node:timers/promises'
import type { App } from '../../context.ts'
import { errorCode } from '../startup-error.ts'
import type { Db, Tx } from './database.ts'

/**
 * Runs `work` in `db` if that is a transaction, and in a new transaction otherwise. Enqueue emails, files and notifications
 * as jobs on `tx`, so that they are sent only if it commits.
 */
export function withTransaction<T>(db: Db | Pick<App, 'db'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  const connection = 'db' in db ? db.db : db
  return connection.isTransaction ? work(connection as Tx) : runTransaction(connection, work)
}

const commitCallbacks = new WeakMap<Tx, (() => void)[]>()

/** Calls a function once the transaction has committed; never if it is rolled back. Only for what may be lost, such as log lines. */
export function afterCommit(tx: Tx, callback: () => void): void {
  commitCallbacks.get(tx)?.push(callback)
}

const maxAttempts = 4
/** SQLSTATEs after which PostgreSQL recommends a retry: deadlock and serialization failure. */
const retryableCodes = ['40P01', '40001']

/**
 * Runs `work` in a new transaction and retries it on deadlocks and serialization failures. This is safe because the
 * failed attempt is rolled back and all side effects are jobs of the transaction.
 */
export async function runTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const callbacks: (() => void)[] = []
      const result = await db.transaction().execute(tx => {
        commitCallbacks.set(tx, callbacks)
        return work(tx)
      })
      for (const callback of callbacks) callback()
      return result
    } catch (error) {
      if (attempt === maxAttempts || !retryableCodes.includes(errorCode(error) ?? '')) throw error
      // Random delay, so that the competing transactions do not collide again.
      await delay(Math.random() * 50 * attempt)
    }
  }
}

/** Returns the name of the violated constraint; undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('constraint' in error)) return undefined
  return typeof error.constraint === 'string' ? error.constraint : undefined
}
