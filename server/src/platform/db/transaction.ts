import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { App } from '../../context.ts'
import { errorCode } from '../startup-error.ts'
import type { Database, Tx } from './database.ts'

/**
 * Runs `work` in a transaction, or in the one the request already has.
 * Mail, files and notifications belong in jobs enqueued on `tx`, so that they go out only if it commits.
 */
export function withTransaction<T>(app: App, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { db } = app
  if (db.isTransaction) return work(db as Tx)
  return runTransaction(db, work)
}

const maxAttempts = 4
/** What PostgreSQL ends a transaction with that came at a bad moment and may well succeed the next: a deadlock, a conflict. */
const retryableCodes = ['40P01', '40001']

/**
 * Runs `work` in a transaction of its own, and again, a few times, when the database ended it for the sake of another.
 * Nothing of the first attempt is left then, and whatever leaves the database is a job of the transaction.
 */
export async function runTransaction<T>(db: Kysely<Database>, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === maxAttempts || !retryableCodes.includes(errorCode(error) ?? '')) throw error
      // Not all at the same moment again.
      await delay(Math.random() * 50 * attempt)
    }
  }
}

/** The name of the constraint an error broke, or undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('constraint' in error)) return undefined
  return typeof error.constraint === 'string' ? error.constraint : undefined
}
