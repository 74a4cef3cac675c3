import type { App } from '../../../context.ts'
import { deliverPush, type PushJob } from '../../notifications/push/deliver-push.ts'

/** Job: sends a push, unless it is about a warning that was withdrawn while the push waited. */
export async function deliverCurrentPush(app: App, job: PushJob): Promise<void> {
  if (job.type === 'disease_warning' && (await isWithdrawn(app, job.cause))) return
  await deliverPush(app, job)
}

async function isWithdrawn(app: App, warning: string): Promise<boolean> {
  const row = await app.db.selectFrom('disease_warnings').select('state').where('id', '=', warning).executeTakeFirst()
  return row?.state === 'withdrawn'
}
