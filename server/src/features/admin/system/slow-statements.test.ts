// @slow

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openPool } from '../../../platform/db/connection/open-database.ts'
import { migrate } from '../../../platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../../../platform/embedded-postgres/embedded-postgres.ts'
import { silentLogger } from '../../../testing/database/data-folder.ts'
import { runSql, withDatabaseName } from '../../../testing/database/run-sql.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin } from '../../../testing/server/test-users.ts'

it('slow statements come from pg_stat_statements if the database has it, without parameters', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kutu-statements-'))
  const settings = { fsync: 'off' as const, shared_preload_libraries: 'pg_stat_statements' }
  const embedded = await startEmbeddedPostgres({ dataDir, log: silentLogger, settings })
  const pool = openPool(embedded.url, 4, () => undefined)
  onTestFinished(async () => {
    await pool.end()
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  await migrate(pool)
  // Not in the search path of the server's role.
  const superuserUrl = withDatabaseName(embedded.superuserUrl, new URL(embedded.url).pathname.slice(1))
  await runSql(superuserUrl, 'create schema monitoring; grant usage on schema monitoring to kutu')
  await runSql(superuserUrl, 'create extension pg_stat_statements schema monitoring')
  const server = await startTestServer({}, { database: { pool, url: embedded.url, close: async () => undefined } })
  onTestFinished(() => server.close())
  const { token } = await createTestAdmin(server)
  await runSql(embedded.url, `select 'a personal value', pg_sleep(0.15)`)
  const { body } = await server.request('GET /api/admin/system/', { token })
  const { source, statements } = body.slow_statements
  expect(source).toBe('pg_stat_statements')
  expect(statements.length).toBeLessThanOrEqual(10)
  const slept = statements.find(({ statement }: { statement: string }) => statement.includes('pg_sleep'))
  expect(slept).toMatchObject({ statement: 'select $1, pg_sleep($2)', calls: 1, caller: null })
  expect(slept.mean_ms).toBeGreaterThanOrEqual(150)
})
