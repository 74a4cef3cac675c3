import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { readMigrations } from '../../../platform/db/migrate.ts'
import { findRunningPostgresUrl } from '../../../platform/embedded-postgres/embedded-postgres.ts'
import { extraConnections } from '../../../platform/jobs/worker.ts'
import { errorCode } from '../../../platform/startup-error.ts'
import { type CheckContext, type CheckResult, describeError, error, ok, warning } from './check.ts'

const minVersion = 15
const extensions = ['citext', 'btree_gist', 'pg_trgm']
/** Besides the pool: live updates and the locks of the job workers. */
const ownConnections = 2
const maxSkewSeconds = 5
const maxDelaySeconds = 600

/** Advice by the error code of a failed connection. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const connectionRemedies: Record<string, string> = {
  '28P01': 'Correct the user name or the password in DATABASE_URL.',
  '28000': 'Allow this user and host in pg_hba.conf, with TLS if the server demands it.',
  '3D000': 'Create the database, or correct its name in DATABASE_URL.',
  '53300': 'Raise max_connections of PostgreSQL, or lower DATABASE_POOL.',
  '57P03': 'Wait until PostgreSQL has started.',
  ECONNREFUSED: 'Start PostgreSQL, or correct host and port in DATABASE_URL.',
  ENOTFOUND: 'Correct the host name in DATABASE_URL.',
}

/** Checks everything that needs a connection to the database. */
export async function checkDatabase(context: CheckContext): Promise<CheckResult[]> {
  const { config, timeoutMs } = context
  const url = config.databaseUrl ?? findEmbeddedUrl(config.dataDir)
  if (!url)
    return [
      warning(
        'database',
        'The embedded database is not running.',
        'Start the server, then run `kutu doctor` again to check the database as well.',
      ),
    ]
  const client = new pg.Client({
    connectionString: url,
    application_name: 'kutu doctor',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (thrown) {
    await client.end().catch(() => undefined)
    const remedy = connectionRemedies[errorCode(thrown) ?? ''] ?? 'Check DATABASE_URL, the network and PostgreSQL.'
    return [error('database', `The database does not accept the connection: ${describeError(thrown)}.`, remedy)]
  }
  try {
    return await inspectDatabase(client, context)
  } catch (thrown) {
    return [
      error('database', `The database cannot be inspected: ${describeError(thrown)}.`, 'Read the log of PostgreSQL.'),
    ]
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Returns the URL of the embedded database if it runs. Looking for it in a new folder would create files. */
function findEmbeddedUrl(dataDir: string): string | undefined {
  const hasDatabase = ['postgres', 'postgres.location'].some(name => existsSync(join(dataDir, name)))
  return hasDatabase ? findRunningPostgresUrl(dataDir) : undefined
}

async function inspectDatabase(client: pg.Client, context: CheckContext): Promise<CheckResult[]> {
  const version = await readVersion(client)
  if (version.number < minVersion * 10_000)
    return [
      error(
        'database',
        `PostgreSQL ${version.text} is too old.`,
        `Upgrade to PostgreSQL ${minVersion} or newer, or use the embedded one (without DATABASE_URL).`,
      ),
    ]
  const schema = await checkSchema(client)
  const results = [
    ...schema.results,
    ...(await checkConnections(client, context)),
    ...(await checkClock(client, context)),
    ...(schema.isCurrent ? [await checkJobs(client), await checkPushKeys(client)] : []),
  ]
  const isSound = results.every(({ area, status }) => area !== 'database' || status === 'ok')
  return isSound
    ? [ok('database', `PostgreSQL ${version.text} answers, and its schema is current.`), ...results]
    : results
}

async function readVersion(client: pg.Client): Promise<{ text: string; number: number }> {
  const { rows } = await client.query<{ text: string; number: number }>(
    `select current_setting('server_version') as text, current_setting('server_version_num')::int as number`,
  )
  return rows[0] ?? { text: 'unknown', number: 0 }
}

/** Checks migrations, extensions and rights. */
async function checkSchema(client: pg.Client): Promise<{ isCurrent: boolean; results: CheckResult[] }> {
  const known = readMigrations()
  const applied = await readApplied(client)
  const newer = applied.filter(({ number }) => !known.some(migration => migration.number === number))
  if (newer.length > 0)
    return {
      isCurrent: false,
      results: [
        error(
          'database',
          `The database is newer than this version: it has migration ${newer.map(({ name }) => name).join(', ')}.`,
          'Install the newer version again, or restore a backup made by this one.',
        ),
      ],
    }
  const pending = known.filter(({ number }) => !applied.some(entry => entry.number === number))
  const changed = known.filter(({ number, checksum }) =>
    applied.some(entry => entry.number === number && entry.checksum !== checksum),
  )
  const results: CheckResult[] = changed.map(({ name }) =>
    error('database', `The migration ${name} is not the one that was applied.`, 'Install an unchanged release.'),
  )
  if (pending.length > 0) results.push(...(await checkPending(client, pending.length, applied.length === 0)))
  else results.push(...(await checkTableRights(client)))
  return { isCurrent: pending.length === 0, results }
}

async function readApplied(client: pg.Client): Promise<{ number: number; name: string; checksum: string }[]> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('migrations') is not null as exists`)
  if (!rows[0]?.exists) return []
  return (await client.query('select number, name, checksum from migrations order by number')).rows
}

async function checkPending(client: pg.Client, count: number, isEmpty: boolean): Promise<CheckResult[]> {
  const { rows } = await client.query<{ may_create: boolean; missing: string[] }>(
    `select has_database_privilege(current_database(), 'create')
       and has_schema_privilege(current_schema(), 'create') as may_create,
     array(select wanted from unnest($1::text[]) as wanted
       where wanted not in (select name from pg_available_extensions)) as missing`,
    [extensions],
  )
  const { may_create, missing } = rows[0] ?? { may_create: false, missing: [] }
  const results: CheckResult[] = []
  if (!may_create)
    results.push(
      error(
        'database',
        'The role in DATABASE_URL may not create schemas and tables, and migrations are pending.',
        'Make it the owner of the database: ALTER DATABASE … OWNER TO …',
      ),
    )
  if (missing.length > 0)
    results.push(
      error(
        'database',
        `PostgreSQL lacks the extensions ${missing.join(', ')}.`,
        'Install the package postgresql-contrib of the same version.',
      ),
    )
  if (isEmpty)
    results.push(
      warning('database', 'The database is empty.', 'Start the server: it creates the tables at its first start.'),
    )
  else
    results.push(
      error(
        'database',
        `The schema of the database is old: ${count} migrations are pending.`,
        'Back up, then start the server of this version: it migrates the database at its start.',
      ),
    )
  return results
}

async function checkTableRights(client: pg.Client): Promise<CheckResult[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class as c
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'migrations'
       and not (has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert'))
     order by 1`,
  )
  if (rows.length === 0) return []
  const names = rows.map(({ name }) => name)
  const shown = names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
  return [
    error(
      'database',
      `The role in DATABASE_URL may not read and write the tables ${shown}.`,
      'Use the role that owns the tables, or grant it their rights.',
    ),
  ]
}

async function checkConnections(client: pg.Client, { config }: CheckContext): Promise<CheckResult[]> {
  const { rows } = await client.query<{ max: number; used: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max,
       (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`,
  )
  const { max, used } = rows[0] ?? { max: 0, used: 0 }
  const needed = config.databasePool + extraConnections + ownConnections
  const remedy = 'Raise max_connections of PostgreSQL, or lower DATABASE_POOL.'
  if (needed > max)
    return [error('database', `PostgreSQL allows ${max} connections; one process of Kutu needs ${needed}.`, remedy)]
  if (used > max * 0.9) return [warning('database', `${used} of ${max} connections of PostgreSQL are in use.`, remedy)]
  return []
}

async function checkClock(client: pg.Client, { clock }: CheckContext): Promise<CheckResult[]> {
  const before = clock.now().getTime()
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const after = clock.now().getTime()
  const now = rows[0]?.now.getTime() ?? before
  const skewSeconds = Math.round(Math.max(now - after, before - now, 0) / 1000)
  if (skewSeconds <= maxSkewSeconds) return [ok('time', 'The clock agrees with that of the database.')]
  return [
    error(
      'time',
      `The clocks of this machine and of the database differ by ${skewSeconds} seconds.`,
      'Turn on time synchronization (NTP) on both machines: timedatectl set-ntp true',
    ),
  ]
}

async function checkJobs(client: pg.Client): Promise<CheckResult> {
  const { rows } = await client.query<{ failed: number; tasks: string[]; delay: number }>(
    `select count(*) filter (where attempts >= max_attempts and locked_at is null)::int as failed,
       coalesce(array_agg(distinct task_identifier order by task_identifier)
         filter (where attempts >= max_attempts and locked_at is null), '{}') as tasks,
       coalesce(extract(epoch from now() - min(run_at)
         filter (where attempts < max_attempts and locked_at is null and run_at <= now())), 0)::float8 as delay
     from graphile_worker.jobs`,
  )
  const { failed, tasks, delay } = rows[0] ?? { failed: 0, tasks: [], delay: 0 }
  if (delay > maxDelaySeconds)
    return error(
      'jobs',
      `The oldest job has waited for ${Math.round(delay / 60)} minutes.`,
      'Start a process with the role all or worker.',
    )
  if (failed > 0)
    return warning(
      'jobs',
      `${failed} jobs were given up: ${tasks.join(', ')}.`,
      'The system page of an admin shows the errors. Remove the cause, then run the jobs again there.',
    )
  return ok('jobs', 'No job waits too long, and none was given up.')
}

async function checkPushKeys(client: pg.Client): Promise<CheckResult> {
  const { rowCount } = await client.query(`select 1 from shared_keys where name = 'vapid'`)
  if (rowCount) return ok('push', 'The keys for push messages exist.')
  return warning('push', 'There are no keys for push messages.', 'Start the server: it creates them.')
}
