import type { App } from './context.ts'
import { sweepAccounts } from './features/accounts/sweep.ts'
import { sweepMoves } from './features/community/moderation/last-moves.ts'
import { sweepPostPhotos } from './features/community/posts/post-photos.ts'
import { sweepNotifications } from './features/notifications/inbox/notifications.ts'
import { sweepExports } from './features/settings/export/data-exports.ts'

// A phone without a network may repeat an upload after weeks, so the server must still know the key of the first attempt.
const idempotencyKeyRetentionDays = 60

/** Job `sweep`: deletes expired idempotency keys and rate limit counters, and calls the sweep function of each feature. */
export async function sweep(app: App): Promise<void> {
  const now = app.clock.now()
  const cutoff = new Date(now.getTime() - idempotencyKeyRetentionDays * 24 * 3600 * 1000)
  await app.db.deleteFrom('idempotency_keys').where('created_at', '<', cutoff).execute()
  await app.db.deleteFrom('rate_limits').where('expire', '<', String(now.getTime())).execute()
  await sweepAccounts(app)
  await sweepPostPhotos(app)
  await sweepMoves(app)
  await sweepNotifications(app)
  await sweepExports(app)
}
