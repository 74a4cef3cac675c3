import { statfs } from 'node:fs/promises'
import type { SystemState } from '@kutu/contract/admin'
import { sql } from 'kysely'
import product from '../../package.json' with { type: 'json' }
import type { App } from '../context.ts'
import { folderSize } from './folder-size.ts'

/** The jobs that end in a letter. */
const mailJobs = ['send_mail', 'send_code', 'forgot_password', 'tell_of_flag']
const mostFailures = 20
const longestError = 300

/** How the server is doing, for the admin's system page. */
export async function systemState(app: App): Promise<SystemState> {
  const [database, jobs, mail, disk] = await Promise.all([
    databaseState(app),
    jobsState(app),
    mailState(app),
    diskState(app),
  ])
  const { version, bytes } = database
  return {
    versions: {
      product: product.version,
      node: process.versions.node,
      database: version,
      model: app.vision.card.version,
    },
    jobs,
    mail,
    disk: { ...disk, database_bytes: bytes },
  }
}

async function databaseState(app: App) {
  const { rows } = await sql<{ version: string; bytes: string }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes
  `.execute(app.db)
  return { version: rows[0]?.version ?? '', bytes: Number(rows[0]?.bytes ?? 0) }
}

async function jobsState(app: App): Promise<SystemState['jobs']> {
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

type Failure = { job: string; at: Date; attempts: number; is_given_up: boolean; error: string; all: string }

async function mailState(app: App): Promise<SystemState['mail']> {
  const { rows } = await sql<Failure>`
    select task_identifier as job, updated_at as at, attempts, attempts >= max_attempts as is_given_up,
      left(last_error, ${longestError}) as error, count(*) over () as all
    from graphile_worker.jobs
    where task_identifier = any(${mailJobs}) and last_error is not null
    order by updated_at desc, id desc
    limit ${mostFailures}
  `.execute(app.db)
  return {
    failed: Number(rows[0]?.all ?? 0),
    failures: rows.map(({ all: _, at, ...failure }) => ({ ...failure, at: at.toISOString() })),
  }
}

async function diskState(app: App) {
  const { dataDir } = app.config
  const [{ bytes, isAll }, { bavail, bsize }] = await Promise.all([folderSize(dataDir), statfs(dataDir)])
  return { used_bytes: bytes, is_at_least: !isAll, free_bytes: bavail * bsize }
}
