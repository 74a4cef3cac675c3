import { retentionMs } from '@kutu/contract/retention'
import { type QueryCreator, sql } from 'kysely'
import type { App } from '../../context.ts'
import { getLogContext } from '../observability/log-context.ts'
import { logSecurityEvent } from '../observability/security-events.ts'
import type { CompleteInsert } from './complete-insert.ts'
import type { Database, Tx } from './database.ts'
import { afterCommit } from './transaction.ts'

type Subject = { type: string; id: string }
export type AuditEntry = {
  /** Noun and past participle: `user.registered`. Without a subject it is about the actor. */
  action: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
} & (
  | { actor: string; subject?: Subject }
  /** Null for an anonymous request and the command line. */
  | { actor: string | null; subject: Subject }
)

/**
 * Adds an entry to the audit log, in the transaction of the change, with the request and the network that it came from.
 * The log gets a line when the transaction commits. Never pass secrets, phone numbers or photos.
 */
export async function audit(app: App, tx: Tx, entry: AuditEntry): Promise<void> {
  const { actor, action, before, after } = entry
  const subject = entry.subject ?? { type: 'user', id: actor ?? '' }
  const values = {
    at: app.clock.now(),
    actor_id: actor,
    action,
    subject_type: subject.type,
    subject_id: subject.id,
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
  }
  const insertEntry = (db: QueryCreator<Database>) =>
    db.insertInto('audit_log').values(values satisfies CompleteInsert<'audit_log'>)
  const { request_id = null, network = null, email = null } = getLogContext()
  if (request_id === null && network === null) await insertEntry(tx).execute()
  else
    await tx
      .with('entry', db => insertEntry(db).returning('id'))
      .insertInto('audit_origins')
      .columns(['audit_id', 'request_id', 'network', 'email'])
      .expression(db =>
        db
          .selectFrom('entry')
          .select(['entry.id'])
          .select([
            sql<string | null>`${request_id}::text`.as('request_id'),
            sql<string | null>`${network}::text`.as('network'),
            sql<string | null>`${email}::text`.as('email'),
          ]),
      )
      .execute()
  afterCommit(tx, () =>
    logSecurityEvent(app.log, { event: 'audit.recorded', action, actor, subject: subject.id }, 'audit entry'),
  )
}

/** Deletes the origins of old entries. They are kept long enough to notice an attack and to look into it. */
export async function sweepAuditOrigins(app: App): Promise<void> {
  const cutoff = new Date(app.clock.now().getTime() - retentionMs('requestOrigins'))
  await app.db
    .deleteFrom('audit_origins')
    .where('audit_id', 'in', query => query.selectFrom('audit_log').select('id').where('at', '<', cutoff))
    .execute()
}

/**
 * Erases the personal data of a former member or a deleted sign-up: names, the reasons that they wrote, and where requests came from. Entries
 * keep their ids.
 */
export async function eraseFromAuditLog(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('audit_origins')
    .where('audit_id', 'in', query =>
      query
        .selectFrom('audit_log')
        .select('id')
        .where(({ eb, or }) => or([eb('actor_id', '=', userId), eb('subject_id', '=', userId)])),
    )
    .execute()
  // The server's role may not update audit_log, so a function of the database does it. Trigger audit_log_is_append_only
  // allows exactly its updates, after users.left_at is set or the user is deleted.
  await sql`select erase_from_audit_log(${userId}::uuid)`.execute(tx)
}

/** Returns a function that counts how often a user performed an action on the board, such as `post.approved`. */
export async function countBoardActions(app: App, userId: string): Promise<(action: string) => number> {
  // The condition of the index audit_log_on_board.
  const { rows } = await sql<{ action: string; count: number }>`
    select action, count(*)::int as count from audit_log
    where actor_id = ${userId}::uuid and subject_type in ('post', 'response') group by action`.execute(app.db)
  return wanted => rows.find(({ action }) => action === wanted)?.count ?? 0
}
