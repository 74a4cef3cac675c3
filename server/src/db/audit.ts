import type { App } from '../context.ts'
import type { Tx } from './database.ts'

export type AuditDetails = {
  /** The user who acted; null for nobody signed in or the terminal. */
  actor: string | null
  /** Noun and past verb: `user.registered`. */
  action: string
  subject: { type: string; id: string }
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Notes a change of state in the transaction that makes it. Never give it a secret, a phone number or a photo. */
export async function audit(app: App, tx: Tx, details: AuditDetails): Promise<void> {
  const { actor, action, subject, before, after } = details
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
    })
    .execute()
}

/** How often a user has done each of the acts that are tallied: `post.approved`. */
export async function actsOf(app: App, userId: string): Promise<(action: string) => number> {
  const rows = await app.db
    .selectFrom('act_tallies')
    .select(['action', 'count'])
    .where('actor_id', '=', userId)
    .execute()
  const counts = new Map(rows.map(({ action, count }) => [action, count]))
  return action => counts.get(action) ?? 0
}
