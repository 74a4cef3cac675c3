import { basename } from 'node:path'
import type pg from 'pg'
import product from '../../../../package.json' with { type: 'json' }
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import type { FileStore } from '../../../platform/storage/file-store.ts'
import { photoKey } from '../../detection/photos/photos.ts'
import { exportFileKey } from '../../settings/export/data-exports.ts'
import {
  type ArchiveWriter,
  type BackupHeader,
  type BackupSummary,
  entryNames,
  formatVersion,
  writeArchive,
} from './archive.ts'
import { beginSnapshot, describeDatabase, dumpTables } from './database-copy.ts'

type Source = {
  pool: pg.Pool
  /** Undefined to back up the database only. */
  files: FileStore | undefined
  secrets: { token: string; url: string }
  now: Date
}

type Options = { passphrase: string | undefined; signal?: AbortSignal }

export type CreatedBackup = BackupSummary & { bytes: number; isEncrypted: boolean; isDatabaseOnly: boolean }

/** Returns what to back up of a running application. */
export const backupSource = (app: App, { isDatabaseOnly = false } = {}): Source => ({
  pool: app.pool,
  files: isDatabaseOnly ? undefined : app.files,
  secrets: {
    token: [app.config.tokenSecret, ...app.config.previousTokenSecrets].join(','),
    url: [app.config.urlSecret, ...app.config.previousUrlSecrets].join(','),
  },
  now: app.clock.now(),
})

/**
 * Writes a backup of one snapshot of the database and of the files that its rows name, while the server runs. A file
 * never changes under its name, so it may be read after the snapshot.
 * @throws BackupError if the file cannot be created
 */
export async function createBackup(
  { pool, files, secrets, now }: Source,
  file: string,
  { passphrase, signal }: Options,
): Promise<CreatedBackup> {
  let summary: BackupSummary | undefined
  const bytes = await writeArchive(file, { passphrase, signal }, async archive => {
    const { keys, rows } = await backUpDatabase(pool, archive, { secrets, now, files })
    const missing_files = files ? await addFiles(archive, files, keys) : []
    summary = { rows, files: files ? keys.length - missing_files.length : 0, missing_files }
    await archive.add(entryNames.summary, JSON.stringify(summary, null, 2))
  })
  if (!summary) throw new Error('the backup has no summary')
  return { ...summary, bytes, isEncrypted: passphrase !== undefined, isDatabaseOnly: files === undefined }
}

/** Records a backup, for the audit log and, if nothing is missing in it, for `kutu_backup_last_success_timestamp_seconds`. */
export const recordBackup = (app: App, file: string, { missing_files, isDatabaseOnly }: CreatedBackup): Promise<void> =>
  withTransaction(app, tx => {
    const subject = { type: 'backup', id: basename(file) }
    const after = {
      missing: missing_files.length,
      database_only: isDatabaseOnly,
      // The bucket keeps its photos by itself.
      is_whole: missing_files.length === 0 && (!isDatabaseOnly || app.config.s3 !== undefined),
    }
    return audit(app, tx, { actor: null, action: 'backup.created', subject, after })
  })

async function backUpDatabase(
  pool: pg.Pool,
  archive: ArchiveWriter,
  { secrets, now, files }: Pick<Source, 'secrets' | 'now' | 'files'>,
): Promise<{ keys: string[]; rows: Record<string, number> }> {
  const client = await pool.connect()
  try {
    await beginSnapshot(client)
    const header: BackupHeader = {
      format: formatVersion,
      version: product.version,
      created_at: now.toISOString(),
      is_database_only: files === undefined,
      ...(await describeDatabase(client)),
    }
    await archive.add(entryNames.header, JSON.stringify(header, null, 2))
    for (const [name, secret] of Object.entries(secrets)) await archive.add(`${entryNames.secrets}${name}`, secret)
    const keys = files ? await listStoredFiles(client) : []
    return { keys, rows: await dumpTables(client, archive, header.tables) }
  } finally {
    // Closes the connection, and with it the transaction and the settings.
    client.release(true)
  }
}

/** Returns the keys that the store does not have: files of people who were erased meanwhile, or lost ones. */
async function addFiles(archive: ArchiveWriter, files: FileStore, keys: string[]): Promise<string[]> {
  const missing: string[] = []
  for (const key of keys) {
    const stored = await files.open(key)
    if (stored) await archive.addStream(`${entryNames.files}${key}`, stored.bytes, stored.stream)
    else missing.push(key)
  }
  return missing
}

// The rows that name a file of the store.
const queries = [
  { sql: 'select hash as id from photos order by hash', toKey: photoKey },
  { sql: 'select id from data_exports where ready_at is not null order by id', toKey: exportFileKey },
]

/** Returns the keys of all files that the rows of the snapshot name, each once. */
export async function listStoredFiles(client: pg.ClientBase): Promise<string[]> {
  const keys: string[] = []
  for (const { sql, toKey } of queries) {
    const { rows } = await client.query<{ id: string }>(sql)
    // One by one: more arguments than about 100,000 do not fit on the stack.
    for (const { id } of rows) keys.push(toKey(id))
  }
  return keys
}
