import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { findBinaries } from './binaries.ts'
import { CannotStart } from './cannot-start.ts'
import {
  clusterSecret,
  clusterUrl,
  createCluster,
  ensureDatabase,
  hasCluster,
  ownRole,
  resetPassword,
  superuser,
} from './cluster.ts'
import { lockFolder } from './folder-lock.ts'
import { isAlive, readPidFile, stopLeftover } from './postmaster.ts'
import { type Log, type Settings, SupervisedPostgres } from './supervised.ts'
import { findHome } from './system-user.ts'

export type Embedded = {
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
  settings?: Settings
  /** Called once when the database died and could not be brought back. */
  onGivenUp?: (error: Error) => void
}

// For a small machine that also runs the server and the model.
const smallMachine: Settings = {
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
export async function startEmbedded({ dataDir, log, settings, onGivenUp }: Options): Promise<Embedded> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = await lockFolder(dataDir)
  try {
    const home = findHome(dataDir)
    const binaries = findBinaries(home.user)
    if (await stopLeftover(home.folder, binaries))
      log.warn({ folder: home.folder }, 'stopped the database that a killed server had left running')
    const { secret, isNew } = clusterSecret(dataDir)
    if (!hasCluster(home.folder)) await createCluster(home, binaries, secret, { isDurable: settings?.fsync !== 'off' })
    else if (isNew) resetPassword(home, binaries, secret)

    const port = await freePort()
    const superuserUrl = clusterUrl(superuser, secret, port, 'postgres')
    const logFile = join(dataDir, 'postgres.log')
    const supervised = new SupervisedPostgres({
      home,
      binaries,
      log,
      logFile,
      url: superuserUrl,
      settings: { ...smallMachine, ...settings, port },
      onGivenUp,
    })
    await supervised.start()
    await ensureDatabase(secret, port).catch(async error => {
      await supervised.stop()
      throw error
    })
    log.info({ folder: home.folder, pid: supervised.pid, port }, 'database started')
    return {
      url: clusterUrl(ownRole, secret, port, ownRole),
      superuserUrl,
      folder: home.folder,
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
export function runningEmbedded(dataDir: string): string | undefined {
  const { folder } = findHome(dataDir)
  const running = readPidFile(folder)
  if (!running || !isAlive(running.pid)) return undefined
  const { secret } = clusterSecret(dataDir)
  return clusterUrl(ownRole, secret, running.port, ownRole)
}

// Below the ranges systems take for outgoing connections, so that none sits on the port while the database restarts.
async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = 15_000 + Math.floor(Math.random() * 17_000)
    if (await isFree(port)) return port
  }
  throw new CannotStart('No free port was found on 127.0.0.1 for the database.')
}

const isFree = (port: number) =>
  new Promise<boolean>(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
