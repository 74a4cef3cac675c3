import type { SystemStatus } from '@kutu/contract/admin'

/**
 * Returns the state of the server as text for a support request. It names every field that it copies and leaves out all
 * error messages: a mail server repeats addresses in its replies.
 */
export function formatDiagnostics(status: SystemStatus, at: Date): string {
  const { versions, jobs, failed_jobs, disk, backups, mail, sms, weather, certificate, slow_statements, clear_text } =
    status
  const { product, node, database, model, migration } = versions
  const { used_bytes, is_at_least, free_bytes, database_bytes } = disk
  const diagnostics = {
    at: at.toISOString(),
    versions: { product, node, database, model, migration },
    jobs: { waiting: jobs.waiting, failed: jobs.failed, oldest_due_at: jobs.oldest_due_at },
    failed_jobs: failed_jobs.map(({ job, failed_at, attempts }) => ({ job, failed_at, attempts })),
    emails: { failed: mail.failed, failures: mail.failures.map(withoutError) },
    sms: { is_configured: sms.is_configured, failed: sms.failed, failures: sms.failures.map(withoutError) },
    weather: {
      is_configured: weather.is_configured,
      failed: weather.failed,
      failures: weather.failures.map(withoutError),
    },
    clear_text: { last_at: clear_text.last_at },
    disk: { used_bytes, is_at_least, free_bytes, database_bytes },
    backups: {
      is_scheduled: backups.is_scheduled,
      is_encrypted: backups.is_encrypted,
      age_hours: backups.age_hours,
    },
    certificate: { state: certificate.state, days_left: certificate.days_left, problem: certificate.problem },
    slow_statements: slow_statements.statements.map(({ statement, caller, calls, mean_ms, max_ms }) => ({
      statement,
      caller,
      calls,
      mean_ms,
      max_ms,
    })),
  }
  return JSON.stringify(diagnostics, null, 2)
}

const withoutError = ({ job, at, attempts, is_given_up }: SystemStatus['mail']['failures'][number]) => ({
  job,
  at,
  attempts,
  is_given_up,
})
