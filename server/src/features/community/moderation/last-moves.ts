import { isDeepStrictEqual } from 'node:util'
import { undoWindowSeconds } from '@kutu/contract/community/moderation'
import { type Selectable, sql } from 'kysely'
import type { App } from '../../../context.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import type { RetractedNotification } from '../../notifications/inbox/notify.ts'
import type { CommunityTables } from '../tables.ts'

type Move = Selectable<CommunityTables['moderation_moves']>
/** The columns of a post or comment that moves change. */
type Snapshot = Record<string, string | number | Date | null>
/** A snapshot as JSON stores it. */
type StoredSnapshot<S extends Snapshot> = { [K in keyof S]: S[K] extends Date | null ? string | null : S[K] }
type LastMove<S extends Snapshot> = {
  action: Move['action']
  before: StoredSnapshot<S>
  retracted: RetractedNotification[]
  answer_id: string | null
}

/** By the clock of the database, which stores when a move was made. */
const undoableSince = sql<Date>`now() - make_interval(secs => ${undoWindowSeconds})`

/** Stores an expert's move on a post or comment, in its transaction, so that the expert can undo it. */
export async function recordMove(
  tx: Tx,
  move: Pick<Move, 'subject_id' | 'expert_id' | 'action'> & {
    before: Snapshot
    after: Snapshot
    retracted: readonly RetractedNotification[]
  },
): Promise<void> {
  const { subject_id, expert_id, action } = move
  const columns = {
    expert_id,
    action,
    before: JSON.stringify(move.before),
    after: JSON.stringify(move.after),
    retracted: JSON.stringify(move.retracted),
    answer_id: null,
    moved_at: sql<Date>`now()`,
  }
  await insertInto(tx, 'moderation_moves', { subject_id, ...columns })
    .onConflict(conflict => conflict.column('subject_id').doUpdateSet(columns))
    .execute()
}

/** Stores which answer came with the move that the same transaction made, so that undoing the move takes it back as well. */
export async function recordAnswer(tx: Tx, subjectId: string, answerId: string): Promise<void> {
  await tx
    .updateTable('moderation_moves')
    .set({ answer_id: answerId })
    .where('subject_id', '=', subjectId)
    // The time at which the transaction began.
    .where('moved_at', '=', sql<Date>`now()`)
    .execute()
}

/** Returns those of the posts or comments whose last move is the caller's and young enough to be undone. */
export async function findUndoable(
  db: Db,
  caller: Caller,
  subjectIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (subjectIds.length === 0) return new Set()
  const moves = await db
    .selectFrom('moderation_moves')
    .select('subject_id')
    .where('subject_id', 'in', [...subjectIds])
    .where('expert_id', '=', caller.id)
    .where('moved_at', '>', undoableSince)
    .execute()
  return new Set(moves.map(({ subject_id }) => subject_id))
}

/**
 * Removes and returns the last move on a post or comment, for undoing it. Lock the row of the subject first, as a move
 * does, so that neither waits for the other. The time limit is checked by the clock of the database.
 * @param current columns of the subject as they are now, as in `after` of the move
 * @throws ApiError too_late if the last move is older, of another expert, or no longer applies
 */
export async function takeLastMove<S extends Snapshot>(
  tx: Tx,
  caller: Caller,
  subjectId: string,
  current: S,
): Promise<LastMove<S>> {
  const move = await tx
    .deleteFrom('moderation_moves')
    .where('subject_id', '=', subjectId)
    .where('expert_id', '=', caller.id)
    .where('moved_at', '>', undoableSince)
    .returning(['action', 'before', 'after', 'retracted', 'answer_id'])
    .executeTakeFirst()
  if (!move || !isDeepStrictEqual(move.after, JSON.parse(JSON.stringify(current)))) throw apiError('too_late')
  // recordMove has stored them in these shapes.
  const { before, retracted } = move as Pick<LastMove<S>, 'before' | 'retracted'>
  return { action: move.action, before, retracted, answer_id: move.answer_id }
}

export const undoneAuditActions = {
  approve: 'approval_undone',
  flag: 'flag_undone',
  unflag: 'unflag_undone',
  endorse: 'endorsement_undone',
} as const satisfies Record<Move['action'], string>

/** Returns the time that JSON has stored as text. */
export const parseTime = (value: string | null): Date | null => (value === null ? null : new Date(value))

/** Deletes moves that can no longer be undone. */
export async function sweepMoves(app: App): Promise<void> {
  await app.db.deleteFrom('moderation_moves').where('moved_at', '<', undoableSince).execute()
}
