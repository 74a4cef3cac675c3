import pg from 'pg'
import type { Log } from '../../embedded-postgres/supervised-postgres.ts'
import { errorCode, StartupError } from '../../startup-error.ts'
import { insufficientPrivilege, listPendingMigrations, migrate } from '../migrate.ts'
import { type OpenedDatabase, openDatabase } from './open-database.ts'
import { grantServerRole } from './server-role.ts'

const undefinedTable = '42P01'

/**
 * Brings the schema to this code's version before a server uses it: as the owner if `migrationUrl` is known, or as the
 * server's own role if that owns the tables. Any other role only checks that nothing is missing.
 * @throws StartupError with instructions if migrations are missing
 */
export async function prepareSchema(
  { pool, url, migrationUrl }: Pick<OpenedDatabase, 'pool' | 'url' | 'migrationUrl'>,
  log: Log,
): Promise<void> {
  if (migrationUrl) await migrateAsOwner(migrationUrl, url, log)
  else if (await canMigrate(pool, log)) await migrate(pool, { log })
  else await assertCurrentSchema(pool)
}

/**
 * Migrates the database as its owner, then gives the role of `serverUrl` the privileges of a server.
 * @returns the names of the files applied by this call
 * @throws StartupError when the database cannot be opened, is newer than the code, or has no role of that name
 */
export async function migrateAsOwner(migrationUrl: string, serverUrl: string, log: Log): Promise<string[]> {
  const owner = await openDatabase({ databaseUrl: migrationUrl, dataDir: '', log, poolSize: 2 })
  try {
    const applied = await migrate(owner.pool, { log })
    await grantServerRole(owner.pool, roleOf(serverUrl), log)
    return applied
  } finally {
    await owner.close()
  }
}

/** @throws StartupError if the database has no tables: a command would otherwise create them in the wrong one */
export async function requireTables(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ exists: boolean }>(`select to_regclass('migrations') is not null as exists`)
  if (!rows[0]?.exists)
    throw new StartupError(
      'The database has no tables yet. Start the server, or run `kutu migrate`, if it is the right one.',
    )
}

/** Returns the role in a connection URL, or the one that pg takes without it. */
const roleOf = (url: string): string => new pg.Client({ connectionString: url }).user ?? ''

/** Returns true if the role of the pool owns the tables, or if there are none and it may create them. */
async function canMigrate(pool: pg.Pool, log: Log): Promise<boolean> {
  const { rows } = await pool.query<{ role: string; is_superuser: boolean; can_migrate: boolean }>(
    `select current_user as role, current_setting('is_superuser') = 'on' as is_superuser, coalesce(
       (select pg_has_role(relowner, 'USAGE') from pg_class where oid = to_regclass('migrations')),
       has_schema_privilege(current_schema(), 'CREATE')
     ) as can_migrate`,
  )
  const [row] = rows
  if (row?.is_superuser)
    log.warn({ role: row.role }, 'the role in DATABASE_URL is a superuser: use one that only reads and writes rows')
  return row?.can_migrate ?? false
}

async function assertCurrentSchema(pool: pg.Pool): Promise<void> {
  const instruction =
    'Run `kutu migrate` with DATABASE_MIGRATION_URL set to the owner of the database, then start the server again.'
  try {
    const pending = await listPendingMigrations(pool)
    if (pending.length === 0) return
    throw new StartupError(`The database lacks migrations: ${pending.join(', ')}. ${instruction}`)
  } catch (error) {
    if (errorCode(error) === undefinedTable) throw new StartupError(`The database has no tables yet. ${instruction}`)
    if (errorCode(error) === insufficientPrivilege)
      throw new StartupError(`The role in DATABASE_URL may not read the tables. ${instruction}`)
    throw error
  }
}
