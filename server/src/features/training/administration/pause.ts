import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Db } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { getUsernames } from '../../accounts/users/users.ts'
import { lockTrainingImages } from '../images/images.ts'

const selectOpenPause = (db: Db) =>
  db.selectFrom('teaching_pauses').select(['id', 'paused_at', 'paused_by']).where('resumed_at', 'is', null)

/** Returns true while an administrator pauses teaching. */
export const isTeachingPaused = async (db: Db): Promise<boolean> =>
  (await selectOpenPause(db).executeTakeFirst()) !== undefined

/** Returns since when teaching is paused and by whom; null while it is not. */
export async function getTeachingPause(db: Db) {
  const pause = await selectOpenPause(db).executeTakeFirst()
  if (!pause) return null
  const names = await getUsernames(db, [pause.paused_by])
  return { at: pause.paused_at.toISOString(), by: { id: pause.paused_by, username: names.get(pause.paused_by) ?? '' } }
}

/** Pauses or resumes teaching. A session that runs already ends, but does not activate its version by itself. */
export async function setTeaching(app: App, caller: Caller, isPaused: boolean) {
  return withTransaction(app, async tx => {
    // Sessions are queued under the same lock, so none starts between the check and the commit.
    await lockTrainingImages(tx)
    const pause = await selectOpenPause(tx).executeTakeFirst()
    const record = (action: string, id: string) =>
      audit(app, tx, { actor: caller.id, action, subject: { type: 'teaching', id } })
    if (isPaused && !pause) {
      const begin = { paused_at: app.clock.now(), paused_by: caller.id, resumed_at: null, resumed_by: null }
      const { id } = await insertInto(tx, 'teaching_pauses', begin).returning('id').executeTakeFirstOrThrow()
      await record('teaching.paused', id)
    }
    if (!isPaused && pause) {
      const end = { resumed_at: app.clock.now(), resumed_by: caller.id }
      await tx.updateTable('teaching_pauses').set(end).where('id', '=', pause.id).execute()
      await record('teaching.resumed', pause.id)
      await enqueue(tx, 'start_training', {}, { key: 'start_training' })
    }
    return { paused: await getTeachingPause(tx) }
  })
}
