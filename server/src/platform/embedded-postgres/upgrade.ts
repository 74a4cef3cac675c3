import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { StartupError } from '../startup-error.ts'
import { type Binaries, findBinaries, findOldBinaries } from './binaries.ts'
import { connectionUrl, createCluster, ensureDatabase, hasCluster, resetPassword, superuser } from './cluster.ts'
import { removeDurably, syncFolder, writeDurably } from './durable-file.ts'
import { lockFolder } from './folder-lock.ts'
import { freePort } from './free-port.ts'
import { stopOrphanedPostmaster } from './postmaster.ts'
import { settingsFor } from './settings.ts'
import { type Log, type PostgresSettings, SupervisedPostgres } from './supervised-postgres.ts'
import { type ClusterLocation, locateCluster, relocateCluster } from './system-user.ts'

/** Copies everything of one database to an empty one, or throws. `folder` may hold temporary files. */
export type CopyDatabase = (urls: { from: string; to: string; folder: string }) => Promise<void>

/** How to upgrade a cluster that an older major version of PostgreSQL wrote. */
export type UpgradeOptions = {
  copyDatabase: CopyDatabase
  /** Folder with the programs of that version; undefined to use the npm package. */
  oldBinFolder: string | undefined
}

/** Name of the application's database and of the role that owns it. */
const databaseName = 'kutu'

type Cluster = {
  dataDir: string
  location: ClusterLocation
  binaries: Binaries
  /** Major version of the programs. */
  major: number
  secret: string
  /** The secret was lost and created again, so the cluster still has another password. */
  isSecretNew: boolean
  log: Log
}

/** Names the folder that an upgrade is creating, relative to the folder of the old cluster. Exists during an upgrade only. */
const markerFile = (dataDir: string) => join(dataDir, 'postgres.upgrading')
/** Temporary files of the copy. */
const workFolder = (dataDir: string) => join(dataDir, 'upgrade')
const previousFile = (dataDir: string) => join(dataDir, 'postgres.previous')

const previousCluster = z.object({
  /** Folder of the cluster before the last upgrade, relative to the folder of the current one. */
  folder: z.string(),
  major: z.number().int(),
  upgraded_at: z.iso.datetime(),
})

/** Returns true while an upgrade runs on the data folder, and after one that was killed until the next start. */
export const isUpgrading = (dataDir: string) => existsSync(markerFile(dataDir))

const readClusterMajor = (folder: string) => Number.parseInt(readFileSync(join(folder, 'PG_VERSION'), 'utf8'), 10)

/**
 * Upgrades the cluster if an older major version wrote it. The new cluster is filled beside the old one, which runs
 * read-only meanwhile, is not changed and stays. The last step is to replace the file that names the current cluster: until
 * then every interruption leaves the old one in use.
 * @returns the location of the cluster to use
 * @throws StartupError with instructions; the old cluster is in use and unchanged then
 */
export async function upgradeIfOlder(cluster: Cluster, options: UpgradeOptions | undefined): Promise<ClusterLocation> {
  const { location, binaries, major: newMajor } = cluster
  const oldMajor = readClusterMajor(location.folder)
  if (oldMajor === newMajor) return location
  if (oldMajor > newMajor)
    throw new StartupError(
      `The database in ${location.folder} was written by PostgreSQL ${oldMajor}, and this version of Kutu has ${newMajor}: ` +
        'start the newer Kutu, or return to the database before the upgrade with `kutu database rollback` of the newer one.',
    )
  if (!options)
    throw new StartupError(
      `The database in ${location.folder} was written by PostgreSQL ${oldMajor}: start the server once, which upgrades it to ${newMajor}.`,
    )
  try {
    return await upgrade(cluster, { oldMajor, newMajor }, options)
  } catch (error) {
    await removeUnfinishedUpgrade(cluster.dataDir, binaries)
    if (error instanceof StartupError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError(
      `The database could not be upgraded from PostgreSQL ${oldMajor} to ${newMajor}: ${reason} ` +
        'It is unchanged: start the previous version of Kutu, or remove the cause and start again.',
      { cause: error },
    )
  }
}

async function upgrade(
  { dataDir, location, binaries, secret, isSecretNew, log }: Cluster,
  { oldMajor, newMajor }: { oldMajor: number; newMajor: number },
  { copyDatabase, oldBinFolder }: UpgradeOptions,
): Promise<ClusterLocation> {
  const report = (step: string) => log.info({ step, from: oldMajor, to: newMajor }, 'upgrading the database')
  const oldBinaries = findOldBinaries(oldMajor, location.user, oldBinFolder)
  if (isSecretNew) resetPassword(location, oldBinaries, secret)
  const target = { folder: newFolder(dirname(location.folder), newMajor), user: location.user }
  writeDurably(markerFile(dataDir), `${basename(target.folder)}\n`)
  report('marked')
  await createCluster(target, binaries, secret, { isDurable: true })
  report('created')

  const logFile = join(dataDir, 'postgres.log')
  const startServer = async (where: ClusterLocation, programs: Binaries, settings: PostgresSettings) => {
    const port = await freePort()
    const url = connectionUrl(superuser, secret, port, 'postgres')
    const options = { location: where, binaries: programs, settings: { ...settings, port } }
    const postgres = new SupervisedPostgres({ ...options, log, logFile, url, onDatabaseLost: undefined })
    await postgres.start()
    return { port, stop: () => postgres.stop() }
  }
  const readOnly = { ...settingsFor(oldMajor), default_transaction_read_only: 'on' }
  const source = await startServer(location, oldBinaries, readOnly)
  try {
    report('started the old one')
    const copy = await startServer(target, binaries, settingsFor(newMajor))
    try {
      await ensureDatabase(secret, copy.port)
      report('started the new one')
      if (await hasDatabase(connectionUrl(superuser, secret, source.port, 'postgres'))) {
        const from = connectionUrl(superuser, secret, source.port, databaseName)
        await copyDatabase({
          from,
          to: connectionUrl(databaseName, secret, copy.port, databaseName),
          folder: workFolder(dataDir),
        })
      }
      report('copied')
    } finally {
      await copy.stop()
    }
  } finally {
    await source.stop()
  }
  report('stopped both')

  rmSync(workFolder(dataDir), { recursive: true, force: true })
  syncFolder(dirname(target.folder))
  writePrevious(dataDir, location.folder, oldMajor)
  report('recorded the old one')
  relocateCluster(dataDir, target.folder)
  report('switched')
  removeDurably(markerFile(dataDir))
  log.info(
    { folder: target.folder, previous: location.folder },
    'upgraded the database; delete the previous folder when it is no longer needed',
  )
  return target
}

function newFolder(parent: string, major: number): string {
  for (let attempt = 1; ; attempt++) {
    const folder = join(parent, attempt === 1 ? `postgres-${major}` : `postgres-${major}-${attempt}`)
    if (!existsSync(folder)) return folder
  }
}

/** A server that was killed right after initdb has none. */
async function hasDatabase(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query('select from pg_database where datname = $1', [databaseName])).rowCount === 1
  } finally {
    await client.end()
  }
}

function writePrevious(dataDir: string, folder: string, major: number): void {
  const record: z.infer<typeof previousCluster> = {
    folder: basename(folder),
    major,
    upgraded_at: new Date().toISOString(),
  }
  writeDurably(previousFile(dataDir), `${JSON.stringify(record)}\n`)
}

/**
 * Removes what an interrupted upgrade has created, unless its last step was done. The caller holds the lock of the data
 * folder.
 */
export async function removeUnfinishedUpgrade(dataDir: string, binaries: Binaries): Promise<void> {
  const marker = markerFile(dataDir)
  if (!existsSync(marker)) return
  // Read again: an error after the last step must not delete the new cluster.
  const { folder } = locateCluster(dataDir)
  const unfinished = resolve(dirname(folder), readFileSync(marker, 'utf8').trim())
  if (unfinished !== folder && dirname(unfinished) === dirname(folder)) {
    await stopOrphanedPostmaster(unfinished, binaries)
    // The name was free when the upgrade began.
    rmSync(unfinished, { recursive: true, force: true, maxRetries: 5 })
    for (const name of readdirSync(dirname(folder)))
      if (name.startsWith(`${basename(unfinished)}.new-`))
        rmSync(join(dirname(folder), name), { recursive: true, force: true, maxRetries: 5 })
  }
  rmSync(workFolder(dataDir), { recursive: true, force: true })
  removeDurably(marker)
}

export type RolledBackUpgrade = {
  /** Folder and major version of the cluster that is in use again. */
  folder: string
  major: number
  /** Time of the upgrade: later changes are only in `replacedFolder`. */
  upgradedAt: string
  replacedFolder: string
}

/**
 * Makes the cluster before the last upgrade the current one again. No folder is deleted.
 * @throws StartupError if there was no upgrade or its old cluster is gone; FolderInUseError while a server runs
 */
export async function rollBackUpgrade(dataDir: string): Promise<RolledBackUpgrade> {
  const lock = await lockFolder(dataDir)
  try {
    const location = locateCluster(dataDir)
    const binaries = findBinaries(location.user)
    await stopOrphanedPostmaster(location.folder, binaries)
    await removeUnfinishedUpgrade(dataDir, binaries)
    const file = previousFile(dataDir)
    const previous = existsSync(file) ? previousCluster.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
    const folder = previous && resolve(dirname(location.folder), previous.folder)
    if (!previous || !folder || folder === location.folder)
      throw new StartupError(`The database in ${location.folder} was not upgraded: there is nothing to return to.`)
    if (!hasCluster(folder))
      throw new StartupError(`The database before the upgrade, ${folder}, was deleted: restore a backup instead.`)
    relocateCluster(dataDir, folder)
    removeDurably(file)
    const { major, upgraded_at: upgradedAt } = previous
    return { folder, major, upgradedAt, replacedFolder: location.folder }
  } finally {
    await lock.release()
  }
}
