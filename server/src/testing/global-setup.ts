import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { findBinaries } from '../db/binaries.ts'
import { FolderInUse } from '../db/cannot-start.ts'
import { startEmbedded } from '../db/embedded.ts'
import { lockFolder } from '../db/folder-lock.ts'
import { migrate } from '../db/migrate.ts'
import { openPool } from '../db/open.ts'
import { stopLeftover } from '../db/postmaster.ts'
import { findHome } from '../db/system-user.ts'
import { onServer, withDatabase } from './database-server.ts'

const log = pino({ level: 'warn' })

/** One database server a run, with one migrated database that every test clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = project.getProvidedContext().databaseServer
  const { server, stop } = given ? { server: given, stop: async () => undefined } : await startServer()
  const template = `kutu_test_${randomBytes(4).toString('hex')}`
  try {
    await onServer(server, `create database ${template}`)
    const pool = openPool(withDatabase(server, template), 2, error => log.warn({ err: error }, 'a connection was lost'))
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
    const { rows } = await onServer(server, `select datname from pg_database where datname like '${template}%'`)
    for (const { datname } of rows) await onServer(server, `drop database if exists "${datname}" with (force)`)
    await stop()
  }
}

const prefix = 'kutu-test-'

async function startServer() {
  await discardAbandoned()
  const dataDir = mkdtempSync(join(tmpdir(), prefix))
  // Tests outlive no power cut, so they need not wait for the disk.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 200 }
  const embedded = await startEmbedded({ dataDir, log, settings })
  await onServer(embedded.superuserUrl, 'alter role kutu createdb')
  const stop = async () => {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { server: embedded.url, stop }
}

/** Stops and deletes the servers of runs that were killed before they could; a run that lives holds its folder's lock. */
async function discardAbandoned() {
  for (const name of readdirSync(tmpdir()).filter(name => name.startsWith(prefix))) {
    const dataDir = join(tmpdir(), name)
    // No database yet: a run that has only just made its folder.
    if (!existsSync(join(dataDir, 'postgres'))) continue
    try {
      const lock = await lockFolder(dataDir)
      const home = findHome(dataDir)
      await stopLeftover(home.folder, findBinaries(home.user))
      rmSync(dataDir, { recursive: true, force: true })
      await lock.release()
    } catch (error) {
      if (!(error instanceof FolderInUse))
        log.warn({ err: error, dataDir }, 'a test server left behind cannot be removed')
    }
  }
}
