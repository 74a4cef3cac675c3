import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { takenAt, weekOf } from './select-reports.ts'

/**
 * Marks the counted weeks in which analyses were taken, in the transaction that changes them, or before one that deletes them. The
 * job `close_weeks` counts these weeks again on the next day.
 * @param condition selects analyses `a`
 */
export async function markChangedWeeks(tx: Tx, app: App, condition: RawBuilder<unknown>): Promise<void> {
  // In the order of the weeks, so that two changes do not wait for each other.
  await sql`
    update counted_weeks set is_changed = true where week in (
      select week from counted_weeks
      where not is_changed and week in (
        select ${weekOf(takenAt, app.config.timeZone)} from analyses a where ${condition}
      )
      order by week for update
    )`.execute(tx)
}

/** Marks the weeks of the analyses of a training photo and its duplicates. */
export const markWeeksOfTrainingImage = (tx: Tx, app: App, imageId: string): Promise<void> =>
  markChangedWeeks(
    tx,
    app,
    sql`a.id in (select analysis_id from training_images where id = ${imageId}::uuid or duplicate_of = ${imageId}::uuid)`,
  )
