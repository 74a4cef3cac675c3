import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type { ExportStatus } from '@kutu/contract/accounts/own-account'
import { retentionMs } from '@kutu/contract/retention'
import type { Selectable } from 'kysely'
import { ZipFile } from 'yazl'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Db } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError, tooManyRequests } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { contentHash, fileKey } from '../../../platform/storage/file-store.ts'
import { photoKey } from '../../detection/photos/photos.ts'
import { notify } from '../../notifications/inbox/notify.ts'
import type { SettingsTables } from '../tables.ts'
import { collectExportData, type ExportData, getPhotoPath } from './export-data.ts'

const day = 24 * 3600_000
/** Milliseconds. */
const limits = {
  minInterval: day,
  retention: retentionMs('dataExports'),
  linkLifetime: 10 * 60_000,
  orphanAge: day,
} as const

type ExportRow = Selectable<SettingsTables['data_exports']>

export const exportFileKey = (id: string) => fileKey('exports', contentHash(Buffer.from(id)), 'zip')

const findExport = (db: Db, userId: string) =>
  db.selectFrom('data_exports').selectAll().where('user_id', '=', userId).executeTakeFirst()

export async function getExportState(app: App, caller: Caller): Promise<ExportStatus> {
  return presentExport(app, await findExport(app.db, caller.id))
}

function presentExport(app: App, row: ExportRow | undefined): ExportStatus {
  const now = app.clock.now()
  if (!row) return { export: null, next_at: null }
  const next = new Date(row.requested_at.getTime() + limits.minInterval)
  const next_at = next > now ? next.toISOString() : null
  if (row.expires_at !== null && row.expires_at <= now) return { export: null, next_at }
  return {
    export: {
      state: row.ready_at === null ? 'making' : 'ready',
      requested_at: row.requested_at.toISOString(),
      ready_at: row.ready_at?.toISOString() ?? null,
      expires_at: row.expires_at?.toISOString() ?? null,
      bytes: row.bytes === null ? null : Number(row.bytes),
      photos: row.photos,
      photos_left_out: row.photos_left_out,
    },
    next_at,
  }
}

/**
 * Starts an export of all data of the caller. Of concurrent requests only one starts an export.
 * @throws too_many_requests less than a day after the previous request
 */
export async function startExport(db: Db, app: App, caller: Caller): Promise<ExportStatus> {
  const now = app.clock.now()
  const id = randomUUID()
  const newExport = { id, requested_at: now, ready_at: null, expires_at: null, bytes: null, photos: null }
  return withTransaction(db, async tx => {
    const row = await insertInto(tx, 'data_exports', { user_id: caller.id, ...newExport, photos_left_out: null })
      .onConflict(conflict =>
        conflict
          .column('user_id')
          .doUpdateSet({ ...newExport, photos_left_out: null })
          .where('data_exports.requested_at', '<=', new Date(now.getTime() - limits.minInterval)),
      )
      .returningAll()
      .executeTakeFirst()
    if (!row) {
      const { requested_at } = await tx
        .selectFrom('data_exports')
        .select('requested_at')
        .where('user_id', '=', caller.id)
        .executeTakeFirstOrThrow()
      throw tooManyRequests(Math.ceil((requested_at.getTime() + limits.minInterval - now.getTime()) / 1000))
    }
    await enqueue(tx, 'export_data', { id })
    const subject = { type: 'user', id: caller.id }
    await audit(app, tx, { actor: caller.id, action: 'data_export.requested', subject, after: { export: id } })
    return presentExport(app, row)
  })
}

/**
 * Job `export_data`: writes and stores the file, then notifies the user. Does nothing if the export is already finished
 * or was replaced by a newer request.
 */
export async function runExport(app: App, { id }: { id: string }): Promise<void> {
  const pendingExport = await app.db
    .selectFrom('data_exports')
    .select('user_id')
    .where('id', '=', id)
    .where('ready_at', 'is', null)
    .executeTakeFirst()
  if (!pendingExport) return
  const data = await collectExportData(app.db, pendingExport.user_id)
  await withExportFile(app, data, async ({ path, bytes, photos, leftOut }) => {
    await app.files.moveIn(exportFileKey(id), path)
    await withTransaction(app, async tx => {
      const ready_at = app.clock.now()
      const expires_at = new Date(ready_at.getTime() + limits.retention)
      const { numUpdatedRows } = await tx
        .updateTable('data_exports')
        .set({ ready_at, expires_at, bytes, photos, photos_left_out: leftOut })
        .where('id', '=', id)
        .where('ready_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return
      await notify(app, tx, [
        { to: pendingExport.user_id, type: 'export_ready', details: {}, subject: null, cause: id },
      ])
    })
  })
}

/**
 * Creates a new short-lived signed link, which works without a token because a download cannot send one.
 * @throws not_found if there is no finished export or it has expired
 */
export async function createExportLink(db: Db, app: App, caller: Caller, origin: string) {
  const now = app.clock.now()
  const row = await findExport(db, caller.id)
  if (!row?.expires_at || row.expires_at <= now) throw apiError('not_found')
  const linkExpiresAt = new Date(Math.min(now.getTime() + limits.linkLifetime, row.expires_at.getTime()))
  await withTransaction(db, async tx => {
    const subject = { type: 'user', id: caller.id }
    await audit(app, tx, { actor: caller.id, action: 'data_export.fetched', subject, after: { export: row.id } })
  })
  const address = app.files.signedUrlUntil(exportFileKey(row.id), origin, linkExpiresAt)
  return { address, expires_at: linkExpiresAt.toISOString() }
}

/** Deletes expired exports, and files that a newer export replaced or that a crash left behind. */
export async function sweepExports(app: App): Promise<void> {
  const now = app.clock.now()
  const expired = await app.db.selectFrom('data_exports').select('id').where('expires_at', '<=', now).execute()
  for (const { id } of expired) {
    await app.files.delete(exportFileKey(id))
    await app.db.deleteFrom('data_exports').where('id', '=', id).execute()
  }
  for await (const keys of app.files.listKeys('exports')) {
    const currentExports = await app.db.selectFrom('data_exports').select('id').execute()
    const referencedKeys = new Set(currentExports.map(({ id }) => exportFileKey(id)))
    for (const key of keys) if (!referencedKeys.has(key) && (await isOrphaned(app, key))) await app.files.delete(key)
  }
}

/** Returns true for a file so old that its export must have finished: without a row it is an orphan. */
async function isOrphaned(app: App, key: string): Promise<boolean> {
  const changedAt = await app.files.lastModified(key)
  return changedAt !== undefined && app.clock.now().getTime() - changedAt.getTime() > limits.orphanAge
}

/** Maximum total size of the photos in one file, in bytes; older photos are left out. */
const defaultMaxPhotoBytes = 400 * 1024 * 1024

type ExportFile = { path: string; bytes: number; photos: number; leftOut: number }

/**
 * Writes the export as a ZIP file in a temporary directory, passes it to `handleFile` and deletes it afterwards. Only one
 * photo is in memory at a time.
 * @param maxPhotoBytes limit of the total size of the photos, in bytes
 */
export async function withExportFile(
  app: App,
  data: ExportData,
  handleFile: (exportFile: ExportFile) => Promise<void>,
  maxPhotoBytes = defaultMaxPhotoBytes,
): Promise<void> {
  const parent = join(app.config.dataDir, 'exports')
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(parent, 'making-'))
  try {
    const path = join(folder, 'kutu.zip')
    const { photos, leftOut } = await writeZip(app, path, data, maxPhotoBytes)
    await handleFile({ path, bytes: (await stat(path)).size, photos, leftOut })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeZip(app: App, path: string, { textFiles, photoHashes }: ExportData, maxPhotoBytes: number) {
  const zip = new ZipFile()
  // Settles when the ZIP file is complete, or rejects with the error that stopped it.
  const writing = pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600 }))
  // The rejection is handled by the awaits below. Without this handler, a disk error during the download of a photo
  // would be an unhandled rejection and end the process.
  writing.catch(() => undefined)
  const mtime = app.clock.now()
  for (const [name, text] of textFiles) zip.addBuffer(Buffer.from(text), name, { mtime })
  let [photoCount, photoBytes] = [0, 0]
  for (const hash of photoHashes) {
    if (photoBytes >= maxPhotoBytes) break
    const photo = await app.files.get(photoKey(hash))
    if (!photo || photoBytes + photo.bytes.byteLength > maxPhotoBytes) continue
    // A stream respects back-pressure of the disk. JPEG data does not compress any further.
    const stream = Readable.from(Buffer.from(photo.bytes))
    zip.addReadStream(stream, getPhotoPath(hash), { mtime, compress: false, size: photo.bytes.byteLength })
    await Promise.race([finished(stream), writing])
    photoCount += 1
    photoBytes += photo.bytes.byteLength
  }
  zip.end()
  await writing
  return { photos: photoCount, leftOut: photoHashes.length - photoCount }
}
