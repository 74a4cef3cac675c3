import type { RustClass } from '@kutu/contract/common'
import type { TrainingState } from '@kutu/contract/training/training-images'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { countUpTo } from '../../../platform/db/count-up-to.ts'
import type { Db } from '../../../platform/db/database.ts'

/** Counts the photos that a user submitted, of one state or of all, see `countUpTo`. */
export const countUserImages = (app: App, userId: string, state: TrainingState | undefined): Promise<number> =>
  countUpTo(
    app.db,
    app.db
      .selectFrom('training_images')
      .where('uploader_id', '=', userId)
      .$if(state !== undefined, query => query.where('state', '=', state ?? 'waiting')),
  )

/** Returns a function that counts the photos of one of these users in a state. */
export async function loadImageCounts(db: Db, userIds: readonly string[]) {
  const { rows } = await sql<{ user_id: string; state: TrainingState; count: number }>`
    select uploader_id as user_id, state, count(*)::int as count from training_images
    where uploader_id = any(${userIds}::uuid[]) group by 1, 2`.execute(db)
  return (userId: string, wanted: TrainingState) =>
    rows.find(({ user_id, state }) => user_id === userId && state === wanted)?.count ?? 0
}

/** Returns the number of accepted photos by label, of one user or of all. */
export async function countAcceptedImages(app: App, userId?: string): Promise<Record<RustClass, number>> {
  const condition = userId === undefined ? sql`true` : sql`uploader_id = ${userId}::uuid`
  // An accepted photo has a place; the index training_images_accepted has those that do.
  const { rows } = await sql<{ label: RustClass; count: number }>`
    select label, count(*)::int as count from training_images
    where accepted_as is not null and ${condition} group by label`.execute(app.db)
  const counts = Object.fromEntries(rows.map(({ label, count }) => [label, count]))
  return { common_rust: 0, healthy: 0, other_disease: 0, ...counts }
}

/**
 * Returns training totals for the dashboard: accepted photos by label, and sessions; of one user those that used the photos
 * or that the user started.
 */
export async function getTrainingTotals(app: App, userId?: string): Promise<Record<RustClass | 'sessions', number>> {
  const sessions =
    userId === undefined
      ? app.db.selectFrom('training_sessions')
      : app.db.selectFrom('training_session_people').where('user_id', '=', userId)
  return { ...(await countAcceptedImages(app, userId)), sessions: await countUpTo(app.db, sessions) }
}
