import type { NotificationType } from '@kutu/contract/notifications/notification-kinds'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { EmailPayload } from '../email/email.ts'
import type { MessageValues } from '../i18n/translate.ts'
import { getRequestId } from '../observability/log-context.ts'

/**
 * Payload of every job by task identifier. Identifiers and payloads are stored in the database until the job is done, so
 * renaming one breaks the jobs that an older version has queued. Keep payloads small.
 */
export type JobPayloads = {
  send_mail: EmailPayload
  send_code: { id: string }
  forgot_password: { id: string; email: string; source?: { hash: string; isKnownDevice: boolean } }
  email_change: { id: string; template: 'confirm_email' | 'email_changed' }
  notify_of_flag: { post: string; at: string }
  remind_of_unanswered_posts: Record<string, never>
  expire_slots: Record<string, never>
  generate_slots: Record<string, never>
  remind_of_appointments: Record<string, never>
  remind_of_follow_ups: Record<string, never>
  send_daily_emails: Record<string, never>
  count_platform: Record<string, never>
  sms_about_booking: {
    booking: string
    side: 'farmer' | 'expert'
    kind: 'appointment' | 'day' | 'hour'
    startsAt: string
  }
  propose_warnings: Record<string, never>
  fetch_weather: Record<string, never>
  close_weeks: Record<string, never>
  choose_guide_photos: Record<string, never>
  warn_farmers: { warning: string }
  repeat_deliveries: Record<string, never>
  sms_about_warning: { warning: string; farmer: string }
  retract_warning: { warning: string }
  sms_about_withdrawal: { warning: string; farmer: string }
  start_training: Record<string, never>
  requeue_stalled_training: Record<string, never>
  train: { session: string }
  decide_expert_photos: { expert: string; after: string | null }
  push: { to: string; type: NotificationType; details: MessageValues; cause: string; path?: string }
  export_data: { id: string }
  erase_due_users: Record<string, never>
  erase_files: { photos: string[]; exports: string[] }
  sweep: Record<string, never>
  sweep_files: Record<string, never>
  back_up: Record<string, never>
}

/** Attempts before a job is given up: the last one is about 16 hours after the first. */
export const maxAttempts = 12

/**
 * Adds a job in the given transaction, or one for each payload, so that it runs if and only if the transaction commits. Its payload
 * gets the id of the current request, for the log.
 * @param key graphile-worker job key: a job with the same key that has not run yet is replaced
 * @param delaySeconds minimum delay, by the clock of the database
 */
export async function enqueue<Name extends keyof JobPayloads>(
  tx: Tx,
  name: Name,
  payloads: JobPayloads[Name] | readonly JobPayloads[Name][],
  { key, delaySeconds = 0 }: { key?: string; delaySeconds?: number } = {},
): Promise<void> {
  const storedPayloads = [payloads].flat().map(payload => ({ ...payload, request_id: getRequestId() }))
  await sql`select graphile_worker.add_job(
    ${name}, payload => payload, job_key => ${key ?? null}::text,
    run_at => now() + make_interval(secs => ${delaySeconds}), max_attempts => ${maxAttempts}
  ) from json_array_elements(${JSON.stringify(storedPayloads)}::json) as payload`.execute(tx)
}

/** Removes jobs that have not run yet, in the given transaction. */
export async function removeJobs(tx: Tx, keys: readonly string[]): Promise<void> {
  await sql`select graphile_worker.remove_job(key) from unnest(${[...keys]}::text[]) as key`.execute(tx)
}
