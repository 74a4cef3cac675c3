import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import { findBinaries } from './binaries.ts'
import {
  appRole,
  connectionUrl,
  createCluster,
  ensureDatabase,
  hasCluster,
  loadClusterSecret,
  resetPassword,
  superuser,
} from './cluster.ts'
import { lockFolder } from './folder-lock.ts'
import { isAlive, readPidFile, stopOrphanedPostmaster } from './postmaster.ts'
import { type Log, type PostgresSettings, SupervisedPostgres } from './supervised-postgres.ts'
import { locateCluster } from './system-user.ts'

export type EmbeddedPostgres = {
  /** The server's database, as its own role. */
  url: string
  /** The cluster's superuser, for tests and backups. */
  superuserUrl: string
  /** The folder of the cluster, which is not always inside the data folder. */
  folder: string
  /** The running database process; another one after a restart. */
  pid: () => number | undefined
  stop: () => Promise<void>
}

type Options = {
  dataDir: string
  log: Log
  settings?: PostgresSettings
  /** Called once when the database died and could not be brought back. */
  onDatabaseLost?: (error: Error) => void
}

// For a small machine that also runs the server and the model.
const defaultSettings: PostgresSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 60,
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  max_wal_senders: 0,
  io_method: 'sync',
  max_parallel_workers_per_gather: 0,
  jit: 'off',
  // After a crash one call for the whole file system, where there is one, instead of one for each of a thousand files.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  // Statement errors name people (Key (email)=…); the server gets them anyway.
  log_min_messages: 'log',
}

/**
 * Runs PostgreSQL on a data folder for as long as this server lives: makes the cluster on first start, takes over
 * what a killed server left, restarts a database that dies, and stops it in order.
 * @throws FolderInUse when another living server holds the folder; CannotStart with what to do
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  settings,
  onDatabaseLost,
}: Options): Promise<EmbeddedPostgres> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = await lockFolder(dataDir)
  try {
    const location = locateCluster(dataDir)
    const binaries = findBinaries(location.user)
    if (await stopOrphanedPostmaster(location.folder, binaries))
      log.warn({ folder: location.folder }, 'stopped the database that a killed server had left running')
    const { secret, isNew } = loadClusterSecret(dataDir)
    if (!hasCluster(location.folder))
      await createCluster(location, binaries, secret, { isDurable: settings?.fsync !== 'off' })
    else if (isNew) resetPassword(location, binaries, secret)

    const port = await freePort()
    const superuserUrl = connectionUrl(superuser, secret, port, 'postgres')
    const logFile = join(dataDir, 'postgres.log')
    const supervised = new SupervisedPostgres({
      location,
      binaries,
      log,
      logFile,
      url: superuserUrl,
      settings: { ...defaultSettings, ...settings, port },
      onDatabaseLost,
    })
    await supervised.start()
    await ensureDatabase(secret, port).catch(async error => {
      await supervised.stop()
      throw error
    })
    log.info({ folder: location.folder, pid: supervised.pid, port }, 'database started')
    return {
      url: connectionUrl(appRole, secret, port, appRole),
      superuserUrl,
      folder: location.folder,
      pid: () => supervised.pid,
      stop: async () => {
        await supervised.stop()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** The database of a server that is running on this data folder, for commands given beside it. */
export function findRunningPostgresUrl(dataDir: string): string | undefined {
  const { folder } = locateCluster(dataDir)
  const running = readPidFile(folder)
  if (!running || !isAlive(running.pid)) return undefined
  const { secret } = loadClusterSecret(dataDir)
  return connectionUrl(appRole, secret, running.port, appRole)
}

// Below the ranges systems take for outgoing connections, so that none sits on the port while the database restarts.
async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = 15_000 + Math.floor(Math.random() * 17_000)
    if (await isPortFree(port)) return port
  }
  throw new StartupError('No free port was found on 127.0.0.1 for the database.')
}

const isPortFree = (port: number) =>
  new Promise<boolean>(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
