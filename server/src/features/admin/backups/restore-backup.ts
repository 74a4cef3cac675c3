import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import { openDatabase } from '../../../platform/db/connection/open-database.ts'
import { applyMigrations, createJobQueue, migrate, readMigrations } from '../../../platform/db/migrate.ts'
import { isDiskFull } from '../../../platform/storage/disk-full.ts'
import type { FileStore } from '../../../platform/storage/file-store.ts'
import { ensureDataFolder, findFolderProblem } from '../../../platform/storage/usable-folder.ts'
import {
  BackupError,
  type BackupHeader,
  type BackupSummary,
  backupHeader,
  backupSummary,
  entryNames,
  formatVersion,
  jobsTable,
  readArchive,
} from './archive.ts'
import { DatabaseLoad, preparePortableSession } from './database-copy.ts'
import { markerName } from './unfinished-restore.ts'

type Options = {
  file: string
  passphrase: string | undefined
  /** Undefined for the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  dataDir: string
  files: FileStore
  log: Logger
  /** True to end all sessions and API keys: the backup contains some that were ended after it was made. */
  endsSessions?: boolean
}

export type RestoredBackup = BackupSummary & { createdAt: string; version: string; isDatabaseOnly: boolean }

/**
 * Restores a backup into an empty database and an empty data folder. The archive is read twice: first only to verify
 * it, then to load it in one transaction, which commits when all rows and files are there.
 * @throws BackupError if the archive cannot be used or the target is not empty; nothing is changed then
 */
export async function restoreBackup(options: Options): Promise<RestoredBackup> {
  const { file, passphrase, databaseUrl, dataDir, files, log } = options
  const verified = await verifyBackup(file, passphrase)
  await assertEmptyFolder(dataDir, verified.header.is_database_only ? undefined : files)
  const marker = join(dataDir, markerName)
  const mark = () => {
    ensureDataFolder(dataDir)
    writeFileSync(marker, `${file}\n`)
  }
  if (!databaseUrl) mark()
  const database = await openDatabase({ databaseUrl, dataDir, log, poolSize: 4 })
  try {
    await assertEmptyDatabase(database.pool)
    mark()
    await loadBackup(database.pool, options, verified)
    await migrate(database.pool)
    if (options.endsSessions) await endSessions(database.pool)
    rmSync(marker)
  } catch (error) {
    if (!isDiskFull(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new BackupError(`A disk is full: ${reason}. Make space and run the command again; no row was restored.`, {
      cause: error,
    })
  } finally {
    await database.close()
  }
  const { header, summary } = verified
  const { created_at: createdAt, version, is_database_only: isDatabaseOnly } = header
  return { ...summary, createdAt, version, isDatabaseOnly }
}

async function endSessions(pool: pg.Pool): Promise<void> {
  await pool.query('update sessions set revoked_at = now() where revoked_at is null')
  await pool.query('update email_changes set voided_at = now() where confirmed_at is null and voided_at is null')
  await pool.query('update api_keys set revoked_at = now(), revoked_by = created_by where revoked_at is null')
}

type VerifiedBackup = { header: BackupHeader; summary: BackupSummary }

/**
 * Reads a whole archive and verifies it without using it.
 * @throws BackupError if it is damaged, incomplete or newer than this version
 */
async function verifyBackup(file: string, passphrase: string | undefined): Promise<VerifiedBackup> {
  let header: BackupHeader | undefined
  let summary: BackupSummary | undefined
  await readArchive(file, passphrase, async (name, chunks) => {
    if (name === entryNames.header) header = backupHeader.safeParse(await readJson(chunks)).data
    if (name === entryNames.summary) summary = backupSummary.safeParse(await readJson(chunks)).data
  })
  if (header && header.format > formatVersion)
    throw new BackupError(`${file} was made by the newer Kutu ${header.version}: restore it with that version.`)
  if (!header || !summary) throw new BackupError(`${file} is not a backup of Kutu.`)
  const known = new Map(readMigrations().map(migration => [migration.number, migration]))
  for (const { number, name, checksum } of header.migrations) {
    if (!known.has(number))
      throw new BackupError(
        `${file} was made by Kutu ${header.version}, which has the migration ${number} (${name}) that this version does not know: ` +
          'restore it with that version or a newer one.',
      )
    if (known.get(number)?.checksum !== checksum)
      throw new BackupError(`${file} was made with another migration ${number} (${name}) than that of this version.`)
  }
  return { header, summary }
}

async function readText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts).toString('utf8')
}

async function readJson(chunks: AsyncIterable<Uint8Array>): Promise<unknown> {
  const text = await readText(chunks)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @param files undefined if the files of the backup are in the store already */
async function assertEmptyFolder(dataDir: string, files: FileStore | undefined): Promise<void> {
  const problem = findFolderProblem(dataDir)
  if (problem && problem !== 'does not exist')
    throw new BackupError(`The data folder ${dataDir} ${problem}; nothing was restored.`)
  const names = existsSync(dataDir) ? readdirSync(dataDir).filter(name => name !== 'lost+found') : []
  // What an interrupted restore left is written again.
  if (names.includes(markerName)) return
  if (names.length > 0)
    throw new BackupError(`The data folder ${dataDir} is not empty: set DATA_DIR to an empty or a new folder.`)
  if (!files) return
  for (const kind of ['photos', 'exports'] as const)
    for await (const keys of files.listKeys(kind))
      if (keys.length > 0)
        throw new BackupError(`The file store is not empty: it has ${keys[0]}. Set S3_BUCKET to an empty one.`)
}

/** Tables of extensions and an empty job queue are allowed. */
async function assertEmptyDatabase(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and c.relpersistence <> 't'
       and n.nspname not in ('information_schema', 'graphile_worker') and n.nspname !~ '^pg_'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by c.oid limit 1`,
  )
  if (rows[0]) throw new BackupError(`The database is not empty: it has ${rows[0].name}. Name an empty one.`)
  const queue = await pool.query<{ exists: boolean }>(
    `select to_regclass('graphile_worker._private_jobs') is not null as exists`,
  )
  if (!queue.rows[0]?.exists) return
  const { rows: jobs } = await pool.query('select from graphile_worker._private_jobs limit 1')
  if (jobs.length > 0) throw new BackupError('The database is not empty: it has jobs. Name an empty one.')
}

async function loadBackup(
  pool: pg.Pool,
  { file, passphrase, dataDir, files }: Options,
  { header, summary }: VerifiedBackup,
) {
  await createJobQueue(pool)
  const client = await pool.connect()
  try {
    await preparePortableSession(client)
    await client.query('begin')
    await applyMigrations(client, new Set(header.migrations.map(({ number }) => number)))
    const load = await DatabaseLoad.begin(client, header)
    let storedFiles = 0
    await readArchive(file, passphrase, async (name, chunks, bytes) => {
      const rest = (prefix: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : undefined)
      const [table, key, secret] = [rest(entryNames.database), rest(entryNames.files), rest(entryNames.secrets)]
      if (table) await load.load(table.slice(0, table.lastIndexOf('/')), chunks)
      if (key) {
        await files.putStream(key, chunks, bytes)
        storedFiles += 1
      }
      if (secret === 'token' || secret === 'url') storeSecret(dataDir, secret, await readText(chunks))
    })
    await load.end()
    for (const [table, count] of Object.entries(summary.rows)) {
      const restored = await countRows(client, table)
      if (restored !== count) throw new Error(`${table} has ${restored} rows instead of ${count}`)
    }
    if (storedFiles !== summary.files) throw new Error(`${storedFiles} files instead of ${summary.files}`)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    client.release(true)
  }
}

async function countRows(client: pg.ClientBase, table: string): Promise<number> {
  const source = table === jobsTable ? 'graphile_worker._private_jobs' : client.escapeIdentifier(table)
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${source}`)
  return Number(rows[0]?.count)
}

/** Stores a secret where the server looks for it. TOKEN_SECRET and URL_SECRET still take precedence. */
function storeSecret(dataDir: string, name: 'token' | 'url', secret: string): void {
  mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 })
  writeFileSync(join(dataDir, 'secrets', name), secret, { mode: 0o600 })
}
