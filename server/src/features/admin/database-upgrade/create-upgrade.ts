import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../../../clock.ts'
import type { Config } from '../../../config.ts'
import { openPool } from '../../../platform/db/connection/open-database.ts'
import type { UpgradeOptions } from '../../../platform/embedded-postgres/upgrade.ts'
import { createBackup } from '../backups/create-backup.ts'
import { restoreBackup } from '../backups/restore-backup.ts'

/**
 * Returns how the embedded database gets to another major version of PostgreSQL: as a backup of the database that is
 * restored into the new one. Both use COPY only, so the programs of dump and restore are not needed.
 */
export function createUpgrade(
  { dataDir, oldPostgresFolder }: Pick<Config, 'dataDir' | 'oldPostgresFolder'>,
  clock: Clock,
  log: Logger,
): UpgradeOptions {
  return {
    oldBinFolder: oldPostgresFolder,
    copyDatabase: async ({ from, to, folder }) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, 'database.tar.gz')
      const pool = openPool(from, 2, error => log.warn({ err: error }, 'a connection to the old database was lost'))
      try {
        // A server that was killed before its first migration has no tables.
        if (!(await hasTables(pool))) return
        await warnOfOthers(pool, log)
        const source = { pool, files: undefined, secrets: { token: '', url: '' }, now: clock.now() }
        const { rows } = await createBackup(source, file, { passphrase: undefined })
        log.info({ rows }, 'read the old database')
        await restoreBackup({ file, passphrase: undefined, databaseUrl: to, dataDir, files: undefined, log })
      } finally {
        await pool.end()
        await rm(file, { force: true })
      }
    },
  }
}

const hasTables = async (pool: pg.Pool) =>
  (await pool.query(`select from pg_tables where schemaname = current_schema()`)).rowCount !== 0

/** Warns of schemas that an operator has added: they stay in the old database only. */
async function warnOfOthers(pool: pg.Pool, log: Logger): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct n.nspname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm') and n.nspname not in ('information_schema', 'graphile_worker', current_schema())
       and n.nspname !~ '^pg_'`,
  )
  if (rows.length > 0)
    log.warn({ schemas: rows.map(({ name }) => name) }, 'these schemas are not of Kutu and are not copied')
}
