import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import { ensureDataFolder } from '../storage/usable-folder.ts'
import { findBinaries, readMajorVersion } from './binaries.ts'
import {
  connectionUrl,
  createCluster,
  ensureDatabase,
  hasCluster,
  loadClusterSecret,
  ownerRole,
  resetPassword,
  serverRole,
  superuser,
} from './cluster.ts'
import { lockFolder } from './folder-lock.ts'
import { isAlive, readPidFile, stopOrphanedPostmaster } from './postmaster.ts'
import { type Log, type PostgresSettings, SupervisedPostgres } from './supervised-postgres.ts'
import { locateCluster } from './system-user.ts'

export type EmbeddedPostgres = {
  /** Connection URL of the database with the role that owns it. */
  url: string
  /** Connection URL of the database with the role of a running server, which cannot change tables. */
  serverUrl: string
  /** Connection URL of the cluster's superuser, for tests and backups. */
  superuserUrl: string
  /** Folder of the cluster, which is not always inside the data folder. */
  folder: string
  /** Process id of the database; it changes after a restart. */
  pid: () => number | undefined
  stop: () => Promise<void>
}

type Options = {
  dataDir: string
  log: Log
  settings?: PostgresSettings
  /** Called once when the database died and could not be restarted. */
  onDatabaseLost?: (error: Error) => void
}

/**
 * Runs PostgreSQL on a data folder while this server lives: creates the cluster on first start, takes over the database
 * of a killed server, restarts a database that dies, and shuts it down cleanly.
 * @throws FolderInUseError when another running server holds the folder; StartupError with instructions
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  settings,
  onDatabaseLost,
}: Options): Promise<EmbeddedPostgres> {
  ensureDataFolder(dataDir)
  const lock = await lockFolder(dataDir)
  try {
    const location = locateCluster(dataDir)
    const binaries = findBinaries(location.user)
    if (await stopOrphanedPostmaster(location.folder, binaries))
      log.warn({ folder: location.folder }, 'stopped the database that a killed server had left running')
    const isCreated = hasCluster(location.folder)
    if (isCreated) assertSameMajorVersion(location.folder, readMajorVersion(binaries, location.user))
    const { secret, isNew } = loadClusterSecret(dataDir)
    if (isCreated) {
      if (isNew) resetPassword(location, binaries, secret)
    } else await createCluster(location, binaries, secret, { isDurable: settings?.fsync !== 'off' })

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
    log.info({ folder: location.folder, database_pid: supervised.pid, port }, 'database started')
    return {
      ...connectionUrls(secret, port),
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

/** PostgreSQL reads only the clusters of its own major version. */
function assertSameMajorVersion(folder: string, major: number): void {
  const found = Number.parseInt(readFileSync(join(folder, 'PG_VERSION'), 'utf8'), 10)
  if (found === major) return
  throw new StartupError(
    `The database in ${folder} was made by PostgreSQL ${found}, and this version of Kutu has PostgreSQL ${major}. Nothing was ` +
      `changed. Start the version of Kutu that has PostgreSQL ${found}; to change to this one, back up there and restore here.`,
  )
}

const connectionUrls = (secret: string, port: number) => ({
  url: connectionUrl(ownerRole, secret, port, ownerRole),
  serverUrl: connectionUrl(serverRole, secret, port, ownerRole),
})

/** Returns the owner's URL of the database of a server that runs on this data folder; undefined if none runs. */
export function findRunningPostgresUrl(dataDir: string): string | undefined {
  const running = findRunning(dataDir)
  return running && connectionUrls(running.secret, running.port).url
}

/** Returns the URLs of the database of a server that runs on this data folder, for commands; undefined if none runs. */
export async function findRunningPostgres(
  dataDir: string,
): Promise<Pick<EmbeddedPostgres, 'url' | 'serverUrl'> | undefined> {
  const running = findRunning(dataDir)
  if (!running?.isReady) return undefined
  // An older version that is still running has not created all roles.
  await ensureDatabase(running.secret, running.port)
  return connectionUrls(running.secret, running.port)
}

function findRunning(dataDir: string): { secret: string; port: number; isReady: boolean } | undefined {
  const { folder } = locateCluster(dataDir)
  const running = readPidFile(folder)
  if (!running || !isAlive(running.pid)) return undefined
  return { ...running, secret: loadClusterSecret(dataDir).secret }
}

/** Settings of the embedded PostgreSQL, sized for a small machine that also runs the server and the model. */
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
  // After a crash one syncfs call instead of an fsync for each of a thousand files.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  // Statement errors contain personal data (Key (email)=…); the server receives them anyway.
  log_min_messages: 'log',
}

/** Returns a free port below the ephemeral ranges, so that no outgoing connection takes it while the database restarts. */
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
