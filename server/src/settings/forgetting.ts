import { forgetAccount } from '../accounts/former-members.ts'
import { dueToForget, holdToForget } from '../accounts/leaving.ts'
import { analysesOnTheBoard, forgetOffTheBoard } from '../community/forget.ts'
import { forgetReasons } from '../consultations/forget.ts'
import type { App } from '../context.ts'
import { audit, forgetInAudit } from '../db/audit.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { analysesOf, forgetAnalyses, forgetPictures, type Pictures } from '../detection/forget.ts'
import { forgetReplies } from '../http/idempotency.ts'
import { forgetJobs } from '../jobs/forget.ts'
import { enqueue } from '../jobs/jobs.ts'
import { forgetNews } from '../notifications/forget.ts'
import { analysesTaught } from '../training/forget.ts'
import { keyOfExport } from './exports.ts'

/** The job: forgets all who asked for it and whose waiting time is over, each in a transaction of its own. */
export async function forgetLeavers(app: App): Promise<void> {
  const failures: unknown[] = []
  for (const id of await dueToForget(app))
    await write(app, tx => forgetOne(app, tx, id)).catch(error => failures.push(error))
  // One who cannot be forgotten keeps nobody else waiting, but somebody must look.
  if (failures.length > 0) throw new AggregateError(failures, 'somebody could not be forgotten')
}

async function forgetOne(app: App, tx: Tx, id: string): Promise<void> {
  const user = await holdToForget(app, tx, id)
  if (!user) return
  const now = app.clock.now()
  const ofPosts = await forgetOffTheBoard(tx, id)
  const kept = [...(await analysesOnTheBoard(tx, id)), ...(await analysesTaught(tx, await analysesOf(tx, id)))]
  const { photos, heatmaps } = await forgetAnalyses(app, tx, id, kept)
  const exports = await tx.deleteFrom('data_exports').where('user_id', '=', id).returning('id').execute()
  const spoken = await forgetReasons(tx, id)
  await forgetNews(tx, user)
  await forgetReplies(tx, id)
  await forgetJobs(tx, user)
  await forgetAccount(tx, user, now)
  await forgetInAudit(tx, id, spoken)
  await audit(app, tx, { actor: null, action: 'user.forgotten', subject: { type: 'user', id } })
  await queueFiles(tx, { photos: [...photos, ...ofPosts], heatmaps, exports: exports.map(each => each.id) })
}

type Files = Pictures & { exports: string[] }
const atOnce = 200

/** Files go once it is certain that their rows have gone. */
async function queueFiles(tx: Tx, { photos, heatmaps, exports }: Files): Promise<void> {
  for (let from = 0; from < Math.max(photos.length, heatmaps.length, exports.length); from += atOnce) {
    const some = (hashes: readonly string[]) => hashes.slice(from, from + atOnce)
    await enqueue(tx, 'forget_files', { photos: some(photos), heatmaps: some(heatmaps), exports: some(exports) })
  }
}

/** The job: takes away what only a person who was forgotten showed. */
export async function forgetFiles(app: App, { photos, heatmaps, exports }: Files): Promise<void> {
  await forgetPictures(app, { photos, heatmaps })
  for (const id of exports) await app.files.delete(keyOfExport(id))
}
