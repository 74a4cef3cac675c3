import type { SystemStatus } from '@kutu/contract/admin'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { listSlowStatements } from '../../../platform/db/slow-statements.ts'
import { errorCode } from '../../../platform/startup-error.ts'

const limit = 10
const maxStatementLength = 500

/** Returns the slowest statements, from pg_stat_statements if the database has it. */
export async function getSlowStatements(app: App): Promise<SystemStatus['slow_statements']> {
  const fromExtension = await readExtension(app)
  if (fromExtension) return { source: 'pg_stat_statements', statements: fromExtension }
  const statements = listSlowStatements(app.db, limit).map(({ statement, caller, calls, totalMs, maxMs }) => ({
    statement,
    caller,
    calls,
    mean_ms: Math.round(totalMs / calls),
    max_ms: Math.round(maxMs),
  }))
  return { source: 'process', statements }
}

type StatementRow = { statement: string; calls: string; mean: number; max: number }

/** Without shared_preload_libraries the extension exists and its view fails with this SQLSTATE. */
const notLoaded = '55000'

/** Returns undefined without the extension. Its statements have `$1` in place of every value. */
async function readExtension(app: App): Promise<SystemStatus['slow_statements']['statements'] | undefined> {
  const { rows } = await sql<{ schema: string }>`
    select nspname as schema from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_stat_statements'`.execute(app.db)
  const [extension] = rows
  if (!extension) return undefined
  try {
    return await readStatements(app, extension.schema)
  } catch (error) {
    if (errorCode(error) === notLoaded) return undefined
    throw error
  }
}

async function readStatements(app: App, schema: string): Promise<SystemStatus['slow_statements']['statements']> {
  const found = await sql<StatementRow>`
    select left(query, ${maxStatementLength}) as statement, calls, mean_exec_time as mean, max_exec_time as max
    from ${sql.id(schema, 'pg_stat_statements')}
    where dbid = (select oid from pg_database where datname = current_database())
      and userid = (select oid from pg_roles where rolname = current_user)
    order by total_exec_time desc limit ${limit}
  `.execute(app.db)
  return found.rows.map(({ statement, calls, mean, max }) => ({
    statement,
    caller: null,
    calls: Number(calls),
    mean_ms: Math.round(mean),
    max_ms: Math.round(max),
  }))
}
