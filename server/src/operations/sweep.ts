import { retentionMs } from '@kutu/contract/retention'
import type { App } from '../context.ts'
import { sweepAccounts } from '../features/accounts/sweep.ts'
import { sweepApiKeys } from '../features/api-keys/keys/api-keys.ts'
import { sweepMoves } from '../features/community/moderation/last-moves.ts'
import { sweepPostPhotos } from '../features/community/posts/post-photos.ts'
import { sweepInboxMarks } from '../features/dashboard/inbox-marks.ts'
import { sweepNotifications } from '../features/notifications/inbox/notifications.ts'
import { sweepExports } from '../features/settings/export/data-exports.ts'
import { sweepWarningNotices } from '../features/surveillance/notices/warn-farmers.ts'
import { sweepWeather } from '../features/surveillance/weather/fetch-weather.ts'
import { sweepAuditOrigins } from '../platform/db/audit.ts'
import { sweepWrittenEmails } from '../platform/email/written-emails.ts'
import { sweepFailedJobs } from '../platform/jobs/failed-jobs.ts'

/**
 * Job `sweep`: deletes expired idempotency keys, rate limit counters, failed jobs and written emails, and calls the sweep
 * function of each feature.
 */
export async function sweep(app: App): Promise<void> {
  const now = app.clock.now()
  // A phone without a network may repeat an upload after weeks, so the server must still know the key of the first attempt.
  const cutoff = new Date(now.getTime() - retentionMs('storedReplies'))
  await app.db.deleteFrom('idempotency_keys').where('created_at', '<', cutoff).execute()
  await app.db.deleteFrom('rate_limits').where('tat', '<', now.getTime()).execute()
  await sweepFailedJobs(app)
  await sweepWrittenEmails(app)
  await sweepAuditOrigins(app)
  await sweepAccounts(app)
  await sweepPostPhotos(app)
  await sweepMoves(app)
  await sweepNotifications(app)
  await sweepInboxMarks(app)
  await sweepExports(app)
  await sweepWarningNotices(app)
  await sweepApiKeys(app)
  await sweepWeather(app)
}
