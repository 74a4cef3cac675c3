import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../../config.ts'
import { BackupError } from './backup-error.ts'

/**
 * Checks that there is a database to read. A server would create a missing one, and a backup of it would be empty.
 * @throws BackupError for a data folder without a database
 */
export function requireDataFolder({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  if (databaseUrl || existsSync(join(dataDir, 'secrets', 'database'))) return
  throw new BackupError(`The folder ${dataDir} contains no database of Kutu: set DATA_DIR or DATABASE_URL.`)
}
