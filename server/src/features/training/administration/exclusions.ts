import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { lockTrainingImages, resolveLabel } from '../images/images.ts'
import { findExclusions } from './excluded-experts.ts'
import { getTeacher } from './teachers.ts'

/** Photos decided anew in one transaction, which holds the lock of all training photos. */
const batchSize = 50

/**
 * Withdraws the photos and labels of an expert, or uses them again. A job then decides the photos anew.
 * @throws ApiError not_found
 */
export async function setTeacherWithdrawn(app: App, caller: Caller, id: string, isWithdrawn: boolean) {
  await getTeacher(app.db, id)
  await withTransaction(app, async tx => {
    await lockTrainingImages(tx)
    const [open] = await findExclusions(tx, [id])
    if (isWithdrawn === (open !== undefined)) return
    if (open)
      await tx
        .updateTable('training_exclusions')
        .set({ readmitted_at: app.clock.now(), readmitted_by: caller.id })
        .where('id', '=', open.id)
        .execute()
    else
      await insertInto(tx, 'training_exclusions', {
        expert_id: id,
        excluded_at: app.clock.now(),
        excluded_by: caller.id,
        applied_at: null,
        refit_id: null,
        readmitted_at: null,
        readmitted_by: null,
      }).execute()
    await audit(app, tx, {
      actor: caller.id,
      action: isWithdrawn ? 'training_expert.withdrawn' : 'training_expert.readmitted',
      subject: { type: 'user', id },
    })
    await enqueueDecisions(tx, id, null)
  })
  return getTeacher(app.db, id)
}

const enqueueDecisions = (tx: Tx, expert: string, after: string | null) =>
  enqueue(tx, 'decide_expert_photos', { expert, after }, { key: `decide_expert_photos:${expert}` })

/**
 * Job: decides anew the photos that an expert sent or labeled, a batch at a time in the order of their ids. Afterwards a
 * session without withdrawn photos may start.
 */
export async function decideExpertPhotos(
  app: App,
  { expert, after }: { expert: string; after: string | null },
): Promise<void> {
  await withTransaction(app, async tx => {
    await lockTrainingImages(tx)
    const ids = await selectExpertPhotos(tx, expert, after)
    for (const id of ids) await resolveLabel(app, tx, id)
    const last = ids.at(-1)
    if (last !== undefined && ids.length === batchSize) return enqueueDecisions(tx, expert, last)
    await tx
      .updateTable('training_exclusions')
      .set({ applied_at: app.clock.now() })
      .where('expert_id', '=', expert)
      .where('readmitted_at', 'is', null)
      .where('applied_at', 'is', null)
      .execute()
    await enqueue(tx, 'start_training', {}, { key: 'start_training' })
  })
}

/** Returns the next photos by id that the expert sent or labeled. */
async function selectExpertPhotos(tx: Tx, expert: string, after: string | null): Promise<string[]> {
  const start = after ?? '00000000-0000-0000-0000-000000000000'
  const { rows } = await sql<{ id: string }>`
    select id from training_images where uploader_id = ${expert} and id > ${start}
      and state in ('waiting', 'accepted', 'refused')
    union
    select image_id from training_votes where expert_id = ${expert} and image_id > ${start} and kind <> 'control'
    order by 1 limit ${batchSize}`.execute(tx)
  return rows.map(({ id }) => id)
}
