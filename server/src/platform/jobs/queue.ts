import { sql } from 'kysely'
import type { PushJob } from '../../features/notifications/push/deliver-push.ts'
import type { Tx } from '../db/database.ts'
import type { EmailPayload } from '../email/enqueue-email.ts'

/** Every job with what it is told. Payloads rest in the database until done: keep them small. */
export type JobPayloads = {
  send_mail: EmailPayload
  send_code: { id: string }
  forgot_password: { id: string; email: string }
  tell_of_flag: { post: string; at: string }
  raise_unanswered: Record<string, never>
  settle_slots: Record<string, never>
  remind_of_appointments: Record<string, never>
  text_about_booking: { booking: string; side: 'farmer' | 'expert'; kind: 'approved' | 'day' | 'hour'; starts: string }
  start_training: Record<string, never>
  take_up_training: Record<string, never>
  train: { session: string }
  push: PushJob
  export_data: { id: string }
  forget_leavers: Record<string, never>
  forget_files: { photos: string[]; heatmaps: string[]; exports: string[] }
  sweep: Record<string, never>
  sweep_files: Record<string, never>
}

/**
 * Enqueues a job in the transaction that makes it due: it runs if and only if that commits.
 * @param key a second job with the same key replaces the first while that has not run
 */
export async function enqueue<Name extends keyof JobPayloads>(
  tx: Tx,
  name: Name,
  payload: JobPayloads[Name],
  { key, runAt }: { key?: string; runAt?: Date } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${name}, payload => ${JSON.stringify(payload)}::json, job_key => ${key ?? null}::text,
    run_at => ${runAt ?? null}::timestamptz, max_attempts => 12
  )`.execute(tx)
}
