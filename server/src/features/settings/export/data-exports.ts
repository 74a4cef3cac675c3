import { randomUUID } from 'node:crypto'
import type { ExportStatus } from '@kutu/contract/accounts/own-account'
import { retentionMs } from '@kutu/contract/retention'
import type { Selectable } from 'kysely'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { CompleteInsert } from '../../../platform/db/complete-insert.ts'
import type { Db } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError, tooManyRequests } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { contentHash, fileKey } from '../../../platform/storage/file-store.ts'
import { notify } from '../../notifications/inbox/notify.ts'
import type { SettingsTables } from '../tables.ts'
import { collectExportData } from './export-data.ts'
import { withExportFile } from './export-file.ts'

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

const findExport = (db: App['db'], userId: string) =>
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
    const row = await tx
      .insertInto('data_exports')
      .values({ user_id: caller.id, ...newExport, photos_left_out: null } satisfies CompleteInsert<'data_exports'>)
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
