import pg from 'pg'
import type { App } from '../../../context.ts'
import { replicaReads } from '../../observability/metrics.ts'
import { errorCode } from '../../startup-error.ts'
import { ConnectionUnavailableError, isConnectionLost } from '../connection/pool.ts'
import type { Db } from '../database.ts'
import type { ReadReplica } from './read-replica.ts'

/** SQLSTATE of a statement that ran into its timeout. It would do so on the primary as well. */
const queryCanceled = '57014'

/**
 * Runs a read whose result may be some seconds old: on the read replica if there is one that is close enough, and again on the
 * primary if the replica fails, or cancels a statement that conflicts with its recovery. The read must change nothing.
 */
export async function readPossiblyStale<T>(app: App, read: (db: Db) => Promise<T>): Promise<T> {
  const { replica } = app
  if (!replica) return read(app.db)
  if (replica.status.state === 'available') return readFromReplica(app, replica, read)
  replicaReads.inc({ server: 'primary' })
  return read(app.db)
}

/**
 * Runs a long read that must include everything committed before: on the read replica once it has caught up, or on the primary if
 * that takes too long. The read must change nothing.
 */
export async function readAfterCatchUp<T>(app: App, read: (db: Db) => Promise<T>): Promise<T> {
  const { replica } = app
  if (replica?.status.state !== 'available') return read(app.db)
  const isCurrent = await replica.catchUp().catch(() => false)
  return isCurrent ? readFromReplica(app, replica, read) : read(app.db)
}

async function readFromReplica<T>(app: App, replica: ReadReplica, read: (db: Db) => Promise<T>): Promise<T> {
  try {
    const result = await read(replica.db)
    replicaReads.inc({ server: 'replica' })
    return result
  } catch (error) {
    const isLost = error instanceof ConnectionUnavailableError || isConnectionLost(error)
    if (isLost) replica.reportFailure(error)
    else if (!(error instanceof pg.DatabaseError) || errorCode(error) === queryCanceled) throw error
    replicaReads.inc({ server: 'primary_after_failure' })
    return read(app.db)
  }
}
