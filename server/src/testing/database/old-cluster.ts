import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { restoreBackup } from '../../features/admin/backups/restore-backup.ts'
import { type Binaries, findOldBinaries } from '../../platform/embedded-postgres/binaries.ts'
import {
  connectionUrl,
  createCluster,
  ensureDatabase,
  loadClusterSecret,
  superuser,
} from '../../platform/embedded-postgres/cluster.ts'
import { freePort } from '../../platform/embedded-postgres/free-port.ts'
import { settingsFor } from '../../platform/embedded-postgres/settings.ts'
import { SupervisedPostgres } from '../../platform/embedded-postgres/supervised-postgres.ts'
import { type ClusterLocation, locateCluster, spawnOptionsFor } from '../../platform/embedded-postgres/system-user.ts'
import { silentLogger } from './data-folder.ts'

/** Programs of an older PostgreSQL: of the development dependency `embedded-postgres-17`, or of Debian. */
export type OldPostgres = { major: number; binFolder?: string }

export const debianPostgres: OldPostgres = { major: 15, binFolder: '/usr/lib/postgresql/15/bin' }
export const packagedPostgres: OldPostgres = { major: 17 }
export const isInstalled = ({ binFolder }: OldPostgres) => binFolder === undefined || existsSync(binFolder)

/** Creates the cluster of an older PostgreSQL in an empty data folder and restores a backup into it. */
export async function createOldCluster(dataDir: string, old: OldPostgres, backup: string): Promise<void> {
  const location = locateCluster(dataDir)
  const binaries = findOldBinaries(old.major, location.user, old.binFolder)
  const { secret } = loadClusterSecret(dataDir)
  if (old.major >= 17) await createCluster(location, binaries, secret, { isDurable: false })
  else initialize(location, binaries, connectionPassword(secret))
  await withOldServer(dataDir, old, async ({ url, port }) => {
    await ensureDatabase(secret, port)
    await restoreBackup({
      ...{ file: backup, passphrase: undefined, databaseUrl: url, dataDir, files: undefined },
      log: silentLogger,
    })
  })
}

/** Runs the older PostgreSQL on the current cluster of a data folder. */
export async function withOldServer(
  dataDir: string,
  { major, binFolder }: OldPostgres,
  use: (server: { url: string; port: number }) => Promise<void>,
): Promise<void> {
  const location = locateCluster(dataDir)
  const binaries = findOldBinaries(major, location.user, binFolder)
  const { secret } = loadClusterSecret(dataDir)
  const port = await freePort()
  const postgres = new SupervisedPostgres({
    ...{ location, binaries, log: silentLogger, logFile: join(dataDir, 'postgres.log'), onDatabaseLost: undefined },
    url: connectionUrl(superuser, secret, port, 'postgres'),
    settings: { ...settingsFor(major), port },
  })
  await postgres.start()
  try {
    await use({ url: connectionUrl('kutu', secret, port, 'kutu'), port })
  } finally {
    await postgres.stop()
  }
}

const connectionPassword = (secret: string) => new URL(connectionUrl(superuser, secret, 0, 'postgres')).password

/** PostgreSQL before 17 has no builtin locales. */
function initialize({ folder, user }: ClusterLocation, { initdb }: Binaries, password: string): void {
  const passwordFile = `${folder}.password`
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(passwordFile, password)
  if (user) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid)
  const options = [`--pgdata=${folder}`, `--username=${superuser}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  const { status, stderr } = spawnSync(initdb, [...options, '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'], {
    ...spawnOptionsFor(user),
    encoding: 'utf8',
  })
  rmSync(passwordFile)
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`)
}
