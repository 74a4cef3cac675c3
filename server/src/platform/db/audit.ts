import { type Kysely, sql } from 'kysely'
import type { App } from '../../context.ts'
import type { CompleteInsert } from './complete-insert.ts'
import type { Database, Tx } from './database.ts'

export type AuditEntry = {
  /** The user who acted; null for anonymous requests and the command line. */
  actor: string | null
  /** Noun and past participle: `user.registered`. */
  action: string
  subject: { type: string; id: string }
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Adds an entry to the audit log, in the transaction of the change. Never pass secrets, phone numbers or photos. */
export async function audit(app: App, tx: Tx, entry: AuditEntry): Promise<void> {
  const { actor, action, subject, before, after } = entry
  await tx
    .insertInto('audit_log')
    .values({
      at: app.clock.now(),
      actor_id: actor,
      action,
      subject_type: subject.type,
      subject_id: subject.id,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    } satisfies CompleteInsert<'audit_log'>)
    .execute()
}

/**
 * Erases the personal data of a former member or a deleted sign-up: names, reasons, and where requests came from. Entries
 * keep their ids.
 */
export async function eraseFromAuditLog(tx: Tx, userId: string, bookings: readonly string[]): Promise<void> {
  // The server's role may not update audit_log, so a function of the database does it. Trigger audit_log_is_append_only
  // allows exactly its updates, after users.left_at is set or the user is deleted.
  await sql`select erase_from_audit_log(${userId}::uuid, ${[...bookings]}::text[])`.execute(tx)
}

/**
 * Returns a user's actions, newest first, for the data export. It omits the changed values, which may concern other
 * people.
 */
export const exportActions = (db: Kysely<Database>, userId: string) =>
  db
    .selectFrom('audit_log')
    .select(['at', 'action', 'subject_type', 'subject_id'])
    .where('actor_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()

/** Returns a function that gives the number of times a user performed a counted action, such as `post.approved`. */
export async function countActions(app: App, userId: string): Promise<(action: string) => number> {
  // Relies on trigger acts_are_tallied.
  const rows = await app.db
    .selectFrom('act_tallies')
    .select(['action', 'count'])
    .where('actor_id', '=', userId)
    .execute()
  const counts = new Map(rows.map(({ action, count }) => [action, count]))
  return action => counts.get(action) ?? 0
}
