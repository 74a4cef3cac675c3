import pg from 'pg'
import { connectionUrl, loadClusterSecret, ownerRole } from '../../server/src/platform/embedded-postgres/cluster.ts'
import { readPidFile } from '../../server/src/platform/embedded-postgres/postmaster.ts'
import { locateCluster } from '../../server/src/platform/embedded-postgres/system-user.ts'
import { dataDir } from '../runner/test-server.ts'

/** Opens the database of the test server as its owner, for what no screen and no request can bring about in a test. */
export async function useDatabase<Result>(use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const { secret } = loadClusterSecret(dataDir)
  const port = readPidFile(locateCluster(dataDir).folder)?.port ?? 0
  const client = new pg.Client({ connectionString: connectionUrl(ownerRole, secret, port, 'kutu') })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Lets the server run a recurring job now instead of at its time. */
export const startJob = (client: pg.Client, task: string): Promise<unknown> =>
  client.query(`select graphile_worker.add_job($1, '{}')`, [task])
