import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { deliverPush, type PushJob } from '../../notifications/push/deliver-push.ts'
import { today } from '../weekly/weeks.ts'

/** Job: sends a push, unless it is about a warning that was withdrawn or ended while the push waited. */
export async function deliverCurrentPush(app: App, job: PushJob): Promise<void> {
  if (job.type === 'disease_warning' && !(await isInForce(app, job.cause))) return
  await deliverPush(app, job)
}

async function isInForce(app: App, warning: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('disease_warnings')
    .select('id')
    .where('id', '=', warning)
    .where('state', '=', 'confirmed')
    .where('valid_until', '>=', sql<string>`${today(app)}`)
    .executeTakeFirst()
  return row !== undefined
}
