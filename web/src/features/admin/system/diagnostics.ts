import type { SystemStatus } from '@kutu/contract/admin'

/**
 * Returns the state of the server as text for a support request. It names every field that it copies and leaves out all
 * error messages: a mail server repeats addresses in its replies.
 */
export function formatDiagnostics(status: SystemStatus, at: Date): string {
  const { versions, jobs, failed_jobs, disk, mail, clear_text } = status
  const { product, node, database, model } = versions
  const { used_bytes, is_at_least, free_bytes, database_bytes } = disk
  const diagnostics = {
    at: at.toISOString(),
    versions: { product, node, database, model },
    jobs: { waiting: jobs.waiting, failed: jobs.failed, oldest_due_at: jobs.oldest_due_at },
    failed_jobs: failed_jobs.map(({ job, failed_at, attempts }) => ({ job, failed_at, attempts })),
    emails: {
      failed: mail.failed,
      failures: mail.failures.map(({ job, at: failedAt, attempts, is_given_up }) => ({
        job,
        at: failedAt,
        attempts,
        is_given_up,
      })),
    },
    clear_text: { last_at: clear_text.last_at },
    disk: { used_bytes, is_at_least, free_bytes, database_bytes },
  }
  return JSON.stringify(diagnostics, null, 2)
}
