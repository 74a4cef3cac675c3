import type { App } from '../context.ts'
import type { Tx } from './database.ts'

/**
 * Runs `work` in a transaction, or in the one the request already has.
 * Mail, files and notifications belong in jobs enqueued on `tx`, so that they go out only if it commits.
 */
export function write<T>(app: App, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { db } = app
  if (db.isTransaction) return work(db as Tx)
  return db.transaction().execute(work)
}

/** The name of the constraint an error broke, or undefined for any other error. */
export function brokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('constraint' in error)) return undefined
  return typeof error.constraint === 'string' ? error.constraint : undefined
}
