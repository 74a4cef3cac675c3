import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../../config.ts'
import { BackupError } from './backup-error.ts'

/**
 * Checks that there is a database to read. Only a server creates a missing one: a command would use an empty one
 * by mistake, for example for an administrator that nobody can find.
 * @throws BackupError for a data folder without a database
 */
export function requireDataFolder({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  if (databaseUrl || existsSync(join(dataDir, 'secrets', 'database'))) return
  throw new BackupError(`The folder ${dataDir} contains no database of Kutu: set DATA_DIR or DATABASE_URL.`)
}
