import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { StartupError } from '../../../platform/startup-error.ts'

/** Name of the file that exists in a data folder while a restore writes to it. */
export const markerName = 'restore-unfinished'

/**
 * Removes the mark of a restore that ended between its commit and its last steps.
 * @throws StartupError if a restore into the data folder was interrupted before its commit
 */
export async function assertNoUnfinishedRestore(dataDir: string, pool: pg.Pool): Promise<void> {
  const marker = join(dataDir, markerName)
  if (!existsSync(marker)) return
  const { rows } = await pool.query<{ is_restored: boolean }>(
    `select to_regclass('migrations') is not null as is_restored`,
  )
  if (!rows[0]?.is_restored)
    throw new StartupError(`A restore into ${dataDir} was interrupted. Repeat \`kutu restore FILE\` to complete it.`)
  rmSync(marker)
}
