import { lstat, readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { SystemStatus } from '@kutu/contract/admin'
import { sql } from 'kysely'
import product from '../../../../package.json' with { type: 'json' }
import type { App } from '../../../context.ts'
import { sinceClearText } from '../../../platform/http/security/clear-text.ts'
import { attemptMinutes } from '../../surveillance/notices/send-once.ts'
import { getBackupStatus } from '../backups/daily-backup.ts'
import { getCertificateStatus } from './certificate-status.ts'

/** Jobs that send an email. */
const emailJobs = ['send_mail', 'send_code', 'forgot_password', 'notify_of_flag']
const smsJobs = ['sms_about_booking', 'sms_about_warning', 'sms_about_withdrawal']
const weatherJobs = ['fetch_weather']
const maxFailures = 20
const maxErrorLength = 300

/** Returns the state of the server for the admin's system page. */
export async function getSystemStatus(app: App): Promise<SystemStatus> {
  const [database, jobs, failedJobs, mail, sms, unknown, weather, disk, backups, certificate] = await Promise.all([
    getDatabaseStatus(app),
    getJobsStatus(app),
    listFailedJobs(app),
    getMessageFailures(app, emailJobs),
    getMessageFailures(app, smsJobs),
    countUnknownSms(app),
    getMessageFailures(app, weatherJobs),
    getDiskStatus(app),
    getBackupStatus(app),
    getCertificateStatus(app),
  ])
  const { version, bytes, migration } = database
  return {
    versions: {
      product: product.version,
      node: process.versions.node,
      database: version,
      model: app.vision.card.version,
      migration,
    },
    jobs,
    failed_jobs: failedJobs,
    mail,
    sms: { is_configured: app.config.sms !== undefined, ...sms, unknown },
    weather: { is_configured: app.config.weather !== undefined, ...weather },
    certificate,
    backups,
    clear_text: getClearTextStatus(app),
    disk: { ...disk, database_bytes: bytes },
  }
}

function getClearTextStatus({ config, clock }: App): SystemStatus['clear_text'] {
  const milliseconds = sinceClearText(config)
  if (milliseconds === undefined) return { last_at: null }
  return { last_at: new Date(clock.now().getTime() - milliseconds).toISOString() }
}

async function getDatabaseStatus(app: App) {
  const { rows } = await sql<{ version: string; bytes: string; migration: string }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select lpad(number::text, 4, '0') || '_' || name from migrations order by number desc limit 1) as migration
  `.execute(app.db)
  const [row] = rows
  return { version: row?.version ?? '', bytes: Number(row?.bytes ?? 0), migration: row?.migration ?? '' }
}

async function getJobsStatus(app: App): Promise<SystemStatus['jobs']> {
  const { rows } = await sql<{ waiting: string; failed: string; oldest: Date | null }>`
    select count(*) filter (where attempts < max_attempts) as waiting,
      count(*) filter (where attempts >= max_attempts) as failed,
      min(run_at) filter (where attempts < max_attempts and locked_at is null and run_at <= now()) as oldest
    from graphile_worker.jobs
  `.execute(app.db)
  const [row] = rows
  return {
    waiting: Number(row?.waiting ?? 0),
    failed: Number(row?.failed ?? 0),
    oldest_due_at: row?.oldest?.toISOString() ?? null,
  }
}

async function listFailedJobs(app: App): Promise<SystemStatus['failed_jobs']> {
  const { rows } = await sql<{ id: string; job: string; at: Date; attempts: number; error: string }>`
    select id::text as id, task_identifier as job, updated_at as at, attempts,
      left(coalesce(last_error, ''), ${maxErrorLength}) as error
    from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null
    order by updated_at desc, id desc
    limit ${maxFailures}
  `.execute(app.db)
  return rows.map(({ at, ...failed }) => ({ ...failed, failed_at: at.toISOString() }))
}

/** Counts the SMS about warnings and their withdrawal whose attempt has no outcome: after a crash or a broken connection. */
async function countUnknownSms(app: App): Promise<number> {
  const since = new Date(app.clock.now().getTime() - attemptMinutes * 60_000)
  // Indexes warning_notices_of_unknown_outcome and warning_notices_of_unknown_withdrawal.
  const { rows } = await sql<{ count: number }>`
    select (
      (select count(*) from warning_notices where sms_refused = 'unknown' and sms_at < ${since})
      + (select count(*) from warning_notices where withdrawal_sms_refused = 'unknown' and withdrawal_sms_at < ${since})
    )::integer as count`.execute(app.db)
  return rows[0]?.count ?? 0
}

type FailedJobRow = { job: string; at: Date; attempts: number; is_given_up: boolean; error: string; total: string }

async function getMessageFailures(app: App, tasks: string[]): Promise<SystemStatus['mail']> {
  const { rows } = await sql<FailedJobRow>`
    select task_identifier as job, updated_at as at, attempts, attempts >= max_attempts as is_given_up,
      left(last_error, ${maxErrorLength}) as error, count(*) over () as total
    from graphile_worker.jobs
    where task_identifier = any(${tasks}) and last_error is not null
    order by updated_at desc, id desc
    limit ${maxFailures}
  `.execute(app.db)
  return {
    failed: Number(rows[0]?.total ?? 0),
    failures: rows.map(({ total: _, at, ...failure }) => ({ ...failure, at: at.toISOString() })),
  }
}

async function getDiskStatus(app: App) {
  const { dataDir } = app.config
  const [{ bytes, isComplete }, { bavail, bsize }] = await Promise.all([getDirectorySize(dataDir), statfs(dataDir)])
  return { used_bytes: bytes, is_at_least: !isComplete, free_bytes: bavail * bsize }
}

/** Reading this many files takes one or two seconds; a directory of photos may contain millions. */
const defaultMaxFiles = 20_000
const batchSize = 64

/**
 * Returns the total size in bytes of all files in a directory and its subdirectories. Symbolic links are not followed.
 * `isComplete` is false if a directory could not be read or `maxFiles` was reached.
 */
export async function getDirectorySize(
  folder: string,
  maxFiles = defaultMaxFiles,
): Promise<{ bytes: number; isComplete: boolean }> {
  const folders = [folder]
  let bytes = 0
  let seen = 0
  let isComplete = true
  for (let current = folders.pop(); current !== undefined; current = folders.pop()) {
    const entries = await readdir(current, { withFileTypes: true }).catch(() => undefined)
    if (entries === undefined) {
      isComplete = false
      continue
    }
    const parent = current
    folders.push(...entries.filter(entry => entry.isDirectory()).map(({ name }) => join(parent, name)))
    const files = entries.filter(entry => entry.isFile()).slice(0, maxFiles - seen)
    for (let from = 0; from < files.length; from += batchSize) {
      const sizes = await Promise.all(
        files.slice(from, from + batchSize).map(({ name }) => getFileSize(join(parent, name))),
      )
      bytes += sizes.reduce((sum, size) => sum + size, 0)
    }
    seen += files.length
    if (seen >= maxFiles) return { bytes, isComplete: false }
  }
  return { bytes, isComplete }
}

/** Returns 0 for a file that was deleted in the meantime. */
const getFileSize = (file: string): Promise<number> =>
  lstat(file).then(
    ({ size }) => size,
    () => 0,
  )
