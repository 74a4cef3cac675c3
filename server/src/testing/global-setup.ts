import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { openPool } from '../platform/db/connection/open-database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { findBinaries } from '../platform/embedded-postgres/binaries.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import { lockFolder } from '../platform/embedded-postgres/folder-lock.ts'
import { stopOrphanedPostmaster } from '../platform/embedded-postgres/postmaster.ts'
import { locateCluster } from '../platform/embedded-postgres/system-user.ts'
import { FolderInUseError } from '../platform/startup-error.ts'
import { runSql, withDatabaseName } from './database/run-sql.ts'

const log = pino({ level: 'warn' })

/** Starts one database server per test run, with one migrated template database that every test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const providedServer = project.getProvidedContext().databaseServer
  const { server, stop } = providedServer
    ? { server: providedServer, stop: async () => undefined }
    : await startDatabaseServer()
  const template = `kutu_test_${randomBytes(4).toString('hex')}`
  try {
    await runSql(server, `create database ${template}`)
    const pool = openPool(withDatabaseName(server, template), 2, error =>
      log.warn({ err: error }, 'a connection was lost'),
    )
    try {
      await migrate(pool)
    } finally {
      await pool.end()
    }
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('databaseServer', server)
  project.provide('databaseTemplate', template)
  return async () => {
    const { rows } = await runSql(server, `select datname from pg_database where datname like '${template}%'`)
    for (const { datname } of rows) await runSql(server, `drop database if exists "${datname}" with (force)`)
    await stop()
    removeFolders(tmpdir(), `${template}-`)
    removeFolders(serverFolder, `dist-test-${template}-`)
  }
}

const serverFolder = fileURLToPath(new URL('../../', import.meta.url))

/** Deletes the data folder templates and bundles of this run's workers. */
function removeFolders(parent: string, start: string): void {
  for (const name of readdirSync(parent).filter(name => name.startsWith(start)))
    rmSync(join(parent, name), { recursive: true, force: true })
}

const prefix = 'kutu-test-'

async function startDatabaseServer() {
  await removeAbandonedServers()
  const dataDir = mkdtempSync(join(tmpdir(), prefix))
  // Tests need no durability, so they do not wait for the disk.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 200 }
  const embedded = await startEmbeddedPostgres({ dataDir, log, settings })
  await runSql(embedded.superuserUrl, 'alter role kutu createdb')
  const stop = async () => {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { server: embedded.url, stop }
}

/** Stops and deletes the database servers of killed test runs. A live run holds the lock of its folder. */
async function removeAbandonedServers() {
  for (const name of readdirSync(tmpdir()).filter(name => name.startsWith(prefix))) {
    const dataDir = join(tmpdir(), name)
    // A test run that has just created its folder has no database yet.
    if (!existsSync(join(dataDir, 'postgres'))) continue
    try {
      const lock = await lockFolder(dataDir)
      const location = locateCluster(dataDir)
      await stopOrphanedPostmaster(location.folder, findBinaries(location.user))
      rmSync(dataDir, { recursive: true, force: true })
      await lock.release()
    } catch (error) {
      if (!(error instanceof FolderInUseError))
        log.warn({ err: error, dataDir }, 'an abandoned test server could not be removed')
    }
  }
}
