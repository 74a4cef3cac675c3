import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { inject, onTestFinished } from 'vitest'
import { readConfig } from '../../config.ts'
import { openPool } from '../../platform/db/connection/open-database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { findBinaries } from '../../platform/embedded-postgres/binaries.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts'
import { stopOrphanedPostmaster } from '../../platform/embedded-postgres/postmaster.ts'
import { locateCluster } from '../../platform/embedded-postgres/system-user.ts'

export const silentLogger = pino({ level: 'silent' })

/**
 * Creates a data folder for one test: empty, or a copy of a stopped template, which is faster. A database that the test
 * leaves running in it is stopped at the end of the test.
 */
export function createDataFolder({ template }: { template?: string } = {}): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'kutu-data-'))
  if (template) execFileSync('cp', ['-a', `${template}/.`, dataDir])
  onTestFinished(async () => {
    const location = locateCluster(dataDir)
    await stopOrphanedPostmaster(location.folder, findBinaries(location.user))
    rmSync(location.folder, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  })
  return dataDir
}

let template: Promise<string> | undefined

/**
 * Returns a data folder with secrets and a stopped, migrated database, as a stopped server leaves it, to be copied with
 * `createDataFolder`. Creating it once per test
 * worker saves initdb and the migrations in each test. The global teardown deletes it.
 */
export function migratedTemplate(): Promise<string> {
  template ??= createTemplate()
  return template
}

async function createTemplate(): Promise<string> {
  const dataDir = join(tmpdir(), `${inject('databaseTemplate')}-${randomBytes(4).toString('hex')}`)
  readConfig({ DATA_DIR: dataDir }, 'production')
  const embedded = await startEmbeddedPostgres({ dataDir, log: silentLogger, settings: { fsync: 'off' } })
  const pool = openPool(embedded.url, 2, () => undefined)
  try {
    await migrate(pool)
  } finally {
    await pool.end()
    await embedded.stop()
  }
  return dataDir
}

/** Starts the embedded database on a folder; it is stopped at the end of the test. */
export async function startPostgresIn(dataDir: string): Promise<EmbeddedPostgres> {
  const embedded = await startEmbeddedPostgres({ dataDir, log: silentLogger })
  onTestFinished(() => embedded.stop())
  return embedded
}
