import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readStoredSecret } from '../../../config.ts'
import { BackupError } from './archive.ts'

/**
 * Checks that there is a database to read. Only a server creates a missing one: a command would use an empty one
 * by mistake, for example for an administrator that nobody can find.
 * @throws BackupError for a data folder without a database
 */
export function requireDataFolder({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  if (databaseUrl || existsSync(join(dataDir, 'secrets', 'database'))) return
  throw new BackupError(`The folder ${dataDir} contains no database of Kutu: set DATA_DIR or DATABASE_URL.`)
}

/**
 * Returns a secret of the server from the data folder. Only a server makes new ones: links and backups of a command with
 * others would be useless.
 * @throws BackupError for a data folder without it
 */
export function requireSecret(dataDir: string, name: 'token' | 'url'): string {
  if (existsSync(join(dataDir, 'secrets', name))) return readStoredSecret(dataDir, name)
  throw new BackupError(
    `The folder ${dataDir} contains no secrets of Kutu: set the server's DATA_DIR, or TOKEN_SECRET and URL_SECRET.`,
  )
}
