import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../../../clock.ts'
import type { Config } from '../../../config.ts'
import { openDatabase } from '../../../platform/db/connection/open-database.ts'
import { migrate } from '../../../platform/db/migrate.ts'
import { BackupError } from './backup-error.ts'
import { createBackup } from './create-backup.ts'
import { requireDataFolder } from './require-data-folder.ts'
import { type RestoredBackup, restoreBackup } from './restore-backup.ts'

type Options = Pick<Config, 'databaseUrl' | 'dataDir'> & { clock: Clock; log: Logger }

/**
 * Copies the database to the empty one at `targetUrl`. Files and secrets stay where they are, and the source does not
 * change. The copy is a backup in the data folder, which is deleted at the end.
 * @throws BackupError if a server uses the database or the target is not empty; FolderInUseError if one runs on the data
 * folder
 */
export async function moveDatabase(
  { databaseUrl, dataDir, clock, log }: Options,
  targetUrl: string,
): Promise<RestoredBackup> {
  requireDataFolder({ databaseUrl, dataDir })
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, `move-${randomBytes(4).toString('hex')}.tar.gz`)
  const source = await openDatabase({ databaseUrl, dataDir, log, poolSize: 4 })
  try {
    await assertNoServer(source.pool)
    await migrate(source.pool)
    await createBackup(
      { pool: source.pool, files: undefined, secrets: { token: '', url: '' }, now: clock.now() },
      file,
      {
        passphrase: undefined,
      },
    )
    return await restoreBackup({ file, passphrase: undefined, databaseUrl: targetUrl, dataDir, files: undefined, log })
  } finally {
    await rm(file, { force: true })
    await source.close()
  }
}

/** Every process of a server keeps a connection that listens for notifications. */
async function assertNoServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select application_name as name from pg_stat_activity
     where datname = current_database() and application_name like 'kutu %' limit 1`,
  )
  if (rows[0]) throw new BackupError('A server uses the database: stop all of them first, so that no change is lost.')
}
