import { getFollowUp } from '@kutu/advice/follow-up'
import { isConclusive } from '@kutu/contract/bands'
import type { Band } from '@kutu/contract/detection'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { notify } from '../../notifications/inbox/notify.ts'

const batchSize = 50
/** Hours of the farmer's day in which a reminder is sent: from the first to before the second. */
const firstHour = 7
const endHour = 19
/** A reminder that is later than this, after the server was down, is dropped: the home screen still shows the date. */
const maxDelayDays = 3

type Answer = { farmerId: string; analysisId: string; crop: string | null; band: Band; at: Date }

/**
 * Schedules the reminder of an answer, in place of that of an earlier answer about the same crop. An answer that is not sure
 * asks for another photo instead, and leaves the reminder as it is.
 */
export async function scheduleFollowUp(tx: Tx, { farmerId, analysisId, crop, band, at }: Answer): Promise<void> {
  if (!isConclusive(band)) return
  await sql`
    insert into follow_ups (farmer_id, crop, analysis_id, due_at)
    values (${farmerId}, ${crop ?? ''}, ${analysisId}, ${getFollowUp(at)})
    on conflict (farmer_id, crop) do update set analysis_id = excluded.analysis_id, due_at = excluded.due_at
      where excluded.due_at >= follow_ups.due_at`.execute(tx)
}

/** Schedules the reminder of a corrected answer anew, for its new crop and band, unless the day has passed. */
export async function moveFollowUp(app: App, tx: Tx, answer: Answer): Promise<void> {
  await tx.deleteFrom('follow_ups').where('analysis_id', '=', answer.analysisId).execute()
  if (getFollowUp(answer.at) > app.clock.now()) await scheduleFollowUp(tx, answer)
}

/** Job, every ten minutes: reminds farmers of the plants that are due, by day where they live. */
export async function sendFollowUps(app: App): Promise<void> {
  while ((await withTransaction(app, tx => sendBatch(app, tx))) === batchSize);
}

type DueLook = { farmer_id: string; crop: string; analysis_id: string; due_at: Date }

/** Deletes due rows together with the notifications, so a crash loses and repeats none. Workers delete different rows. */
async function sendBatch(app: App, tx: Tx): Promise<number> {
  const now = app.clock.now()
  const { rows } = await sql<DueLook>`
    delete from follow_ups where (farmer_id, crop) in (
      select n.farmer_id, n.crop from follow_ups n join users u on u.id = n.farmer_id
      where n.due_at <= ${now}
        and extract(hour from ${now}::timestamptz at time zone coalesce(u.time_zone, ${app.config.timeZone}))
          between ${sql.lit(firstHour)} and ${sql.lit(endHour - 1)}
      order by n.due_at limit ${sql.lit(batchSize)} for update of n skip locked
    ) returning farmer_id, crop, analysis_id, due_at`.execute(tx)
  const earliest = now.getTime() - maxDelayDays * 24 * 3600_000
  const notifications = rows
    .filter(({ due_at }) => due_at.getTime() >= earliest)
    .map(({ farmer_id, crop, analysis_id: id }) => ({
      to: farmer_id,
      type: 'follow_up' as const,
      details: { crop },
      subject: { type: 'analysis' as const, id },
      cause: id,
    }))
  await notify(app, tx, notifications)
  return rows.length
}
