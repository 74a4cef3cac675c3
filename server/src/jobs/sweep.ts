import { sweepAccounts } from '../accounts/sweep.ts'
import { sweepPostPhotos } from '../community/post-photos.ts'
import type { App } from '../context.ts'
import { sweepNotifications } from '../notifications/notifications.ts'
import { sweepExports } from '../settings/exports.ts'

// A phone may keep a photo whose reply got lost for weeks without a network; its key must still be known when it sends again.
const keptForDays = 60

/** Clears what time has made useless: old retry keys and full rate counters. Features add theirs here. */
export async function sweep(app: App): Promise<void> {
  const now = app.clock.now()
  const old = new Date(now.getTime() - keptForDays * 24 * 3600 * 1000)
  await app.db.deleteFrom('idempotency_keys').where('created_at', '<', old).execute()
  await app.db.deleteFrom('rate_limits').where('expire', '<', String(now.getTime())).execute()
  await sweepAccounts(app)
  await sweepPostPhotos(app)
  await sweepNotifications(app)
  await sweepExports(app)
}
