import pg from 'pg'
import { openPool } from '../../../platform/db/connection/open-database.ts'
import { ReadReplica } from '../../../platform/db/replica/read-replica.ts'
import { type CheckContext, type CheckResult, describeError, error, ok, warning } from './check.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Checks that DATABASE_READ_URL names a streaming replica of the database, and how far it is behind. */
export async function checkReplica({ config, timeoutMs }: CheckContext): Promise<CheckResult[]> {
  const { readReplica, databaseUrl } = config
  if (!readReplica || databaseUrl === undefined) return []
  const problem = await findProblem(readReplica.url, timeoutMs)
  if (problem) return [problem]
  const primary = openPool(databaseUrl, 1, () => undefined, { connectTimeoutMs: timeoutMs })
  const replica = new ReadReplica({ ...readReplica, primary, poolSize: 1, log: silent })
  try {
    return [await measure(replica, readReplica.maxLagMs)]
  } finally {
    await replica.close()
    await primary.end()
  }
}

/** Measures until a position of the primary is found on the replica, or as long as the replica may lag. */
async function measure(replica: ReadReplica, maxLagMs: number): Promise<CheckResult> {
  const startedAt = performance.now()
  for (;;) {
    await replica.measure()
    const { state, lagMs } = replica.status
    if (state === 'away')
      return error(
        'database',
        'DATABASE_READ_URL is no streaming replica of the database in DATABASE_URL.',
        'Correct DATABASE_READ_URL, or remove it.',
      )
    if (lagMs !== null && lagMs <= maxLagMs)
      return ok('database', `The read replica is ${(lagMs / 1000).toFixed(1)} seconds behind.`)
    if (performance.now() - startedAt > Math.min(maxLagMs, 5000))
      return warning(
        'database',
        `The read replica is more than ${((lagMs ?? performance.now() - startedAt) / 1000).toFixed(1)} seconds behind.`,
        'See pg_stat_replication on the primary. Until the replica catches up, lists are read from the primary.',
      )
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

async function findProblem(url: string, timeoutMs: number): Promise<CheckResult | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ may_read: boolean }>(
      `select has_table_privilege('weekly_counts', 'SELECT') as may_read where to_regclass('weekly_counts') is not null`,
    )
    if (rows[0]?.may_read) return undefined
    return error(
      'database',
      'The role in DATABASE_READ_URL may not read the tables.',
      'Use the role of DATABASE_URL: roles and rights come from the primary.',
    )
  } catch (thrown) {
    return warning(
      'database',
      `The read replica does not answer: ${describeError(thrown)}.`,
      'Check DATABASE_READ_URL, the network and the replica. Until then, lists are read from the primary.',
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}
