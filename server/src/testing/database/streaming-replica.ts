import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { findBinaries } from '../../platform/embedded-postgres/binaries.ts'
import { connectionUrl, loadClusterSecret, ownerRole, superuser } from '../../platform/embedded-postgres/cluster.ts'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts'
import { freePort } from '../../platform/embedded-postgres/free-port.ts'
import { settingsFor } from '../../platform/embedded-postgres/settings.ts'
import { SupervisedPostgres } from '../../platform/embedded-postgres/supervised-postgres.ts'
import { locateCluster } from '../../platform/embedded-postgres/system-user.ts'
import { createDataFolder, migratedTemplate, silentLogger } from './data-folder.ts'
import { runSql } from './run-sql.ts'

export type ReplicatedDatabase = {
  primary: { url: string; superuserUrl: string }
  replica: {
    url: string
    superuserUrl: string
    /** Stops and resumes the replay of what the primary sends. */
    pause: () => Promise<void>
    resume: () => Promise<void>
    stop: () => Promise<void>
    start: () => Promise<void>
  }
}

const major = 18
/** A replica needs at least the values of its primary. */
const replication = { max_wal_senders: 4, fsync: 'off' }

/**
 * Starts a migrated database and a streaming replica of it, until the test ends. The copy of a stopped cluster is a base backup:
 * https://www.postgresql.org/docs/current/backup-file.html
 */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const template = await migratedTemplate()
  const [dataDir, replicaDir] = [createDataFolder({ template }), createDataFolder({ template })]
  const primary = await startEmbeddedPostgres({ dataDir, log: silentLogger, settings: replication })
  onTestFinished(() => primary.stop())

  const location = locateCluster(replicaDir)
  const signalFile = join(location.folder, 'standby.signal')
  writeFileSync(signalFile, '')
  if (location.user) chownSync(signalFile, location.user.uid, location.user.gid)
  const { secret } = loadClusterSecret(replicaDir)
  const port = await freePort()
  const superuserUrl = connectionUrl(superuser, secret, port, ownerRole)
  const source = new URL(primary.superuserUrl)
  const create = () =>
    new SupervisedPostgres({
      ...{ location, binaries: findBinaries(location.user), log: silentLogger, onDatabaseLost: undefined },
      logFile: join(replicaDir, 'postgres.log'),
      url: superuserUrl,
      settings: {
        ...settingsFor(major),
        ...replication,
        port,
        primary_conninfo: `host=127.0.0.1 port=${source.port} user=${source.username} password=${source.password}`,
        // Statements that conflict with the replay are canceled at once.
        max_standby_streaming_delay: '0',
        wal_receiver_status_interval: '1s',
      },
    })
  let server = create()
  await server.start()
  onTestFinished(() => server.stop())
  return {
    primary: { url: primary.url, superuserUrl: withDatabase(primary.superuserUrl) },
    replica: {
      url: connectionUrl(ownerRole, secret, port, ownerRole),
      superuserUrl,
      pause: async () => void (await runSql(superuserUrl, 'select pg_wal_replay_pause()')),
      resume: async () => void (await runSql(superuserUrl, 'select pg_wal_replay_resume()')),
      stop: () => server.stop(),
      start: async () => {
        server = create()
        await server.start()
      },
    },
  }
}

function withDatabase(url: string): string {
  const parsed = new URL(url)
  parsed.pathname = `/${ownerRole}`
  return parsed.href
}
