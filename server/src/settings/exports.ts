import { randomUUID } from 'node:crypto'
import type { ExportState } from '@kutu/contract/own-account'
import type { Selectable } from 'kysely'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import { write } from '../db/write.ts'
import { contentHash, keyOf } from '../files/files.ts'
import { refuse, tooMany } from '../http/errors.ts'
import type { Caller } from '../http/session.ts'
import { enqueue } from '../jobs/jobs.ts'
import { notify } from '../notifications/notify.ts'
import { ownDataOf } from './export-data.ts'
import { withExportFile } from './export-file.ts'
import type { SettingsTables } from './tables.ts'

const day = 24 * 3600_000
const limits = { between: day, keptFor: 7 * day, linkLife: 10 * 60_000, orphanedAfter: day } as const

type Row = Selectable<SettingsTables['data_exports']>

export const keyOfExport = (id: string) => keyOf('exports', contentHash(Buffer.from(id)), 'zip')

const exportOf = (db: App['db'], userId: string) =>
  db.selectFrom('data_exports').selectAll().where('user_id', '=', userId).executeTakeFirst()

export async function showExport(app: App, caller: Caller): Promise<ExportState> {
  return presentExport(app, await exportOf(app.db, caller.id))
}

function presentExport(app: App, row: Row | undefined): ExportState {
  const now = app.clock.now()
  if (!row) return { export: null, next_at: null }
  const next = new Date(row.requested_at.getTime() + limits.between)
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
 * Has all own data put into a file. Of two who ask at once, one has asked.
 * @throws Refusal too_many_requests within a day of the last
 */
export async function startExport(app: App, caller: Caller): Promise<ExportState> {
  const now = app.clock.now()
  const id = randomUUID()
  const fresh = { id, requested_at: now, ready_at: null, expires_at: null, bytes: null, photos: null }
  return write(app, async tx => {
    const row = await tx
      .insertInto('data_exports')
      .values({ user_id: caller.id, ...fresh, photos_left_out: null })
      .onConflict(conflict =>
        conflict
          .column('user_id')
          .doUpdateSet({ ...fresh, photos_left_out: null })
          .where('data_exports.requested_at', '<=', new Date(now.getTime() - limits.between)),
      )
      .returningAll()
      .executeTakeFirst()
    if (!row) {
      const { requested_at } = await tx
        .selectFrom('data_exports')
        .select('requested_at')
        .where('user_id', '=', caller.id)
        .executeTakeFirstOrThrow()
      throw tooMany(Math.ceil((requested_at.getTime() + limits.between - now.getTime()) / 1000))
    }
    await enqueue(tx, 'export_data', { id })
    const subject = { type: 'user', id: caller.id }
    await audit(app, tx, { actor: caller.id, action: 'data_export.requested', subject, after: { export: id } })
    return presentExport(app, row)
  })
}

/** The job: makes the file, then says that it is there. One that was replaced meanwhile, or is made already, is left alone. */
export async function exportData(app: App, { id }: { id: string }): Promise<void> {
  const asked = await app.db
    .selectFrom('data_exports')
    .select('user_id')
    .where('id', '=', id)
    .where('ready_at', 'is', null)
    .executeTakeFirst()
  if (!asked) return
  const data = await ownDataOf(app, asked.user_id)
  await withExportFile(app, data, async ({ path, bytes, photos, left_out }) => {
    await app.files.takeFile(keyOfExport(id), path)
    await write(app, async tx => {
      const ready_at = app.clock.now()
      const expires_at = new Date(ready_at.getTime() + limits.keptFor)
      const { numUpdatedRows } = await tx
        .updateTable('data_exports')
        .set({ ready_at, expires_at, bytes, photos, photos_left_out: left_out })
        .where('id', '=', id)
        .where('ready_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return
      await notify(app, tx, [{ to: asked.user_id, type: 'export_ready', details: {}, subject: null, cause: id }])
    })
  })
}

/**
 * A link for the owner alone, given anew at each press: it opens the file without a token, as a download must.
 * @throws Refusal not_found where there is no file, or no more
 */
export async function linkExport(app: App, caller: Caller, origin: string) {
  const now = app.clock.now()
  const row = await exportOf(app.db, caller.id)
  if (!row?.expires_at || row.expires_at <= now) throw refuse('not_found')
  const until = new Date(Math.min(now.getTime() + limits.linkLife, row.expires_at.getTime()))
  await write(app, async tx => {
    const subject = { type: 'user', id: caller.id }
    await audit(app, tx, { actor: caller.id, action: 'data_export.fetched', subject, after: { export: row.id } })
  })
  const address = app.files.addressUntil(keyOfExport(row.id), origin, until)
  return { address, expires_at: until.toISOString() }
}

/** Takes away files that have expired, and those that a newer one replaced or a crash left behind. */
export async function sweepExports(app: App): Promise<void> {
  const now = app.clock.now()
  const expired = await app.db.selectFrom('data_exports').select('id').where('expires_at', '<=', now).execute()
  for (const { id } of expired) {
    await app.files.delete(keyOfExport(id))
    await app.db.deleteFrom('data_exports').where('id', '=', id).execute()
  }
  for await (const keys of app.files.keysOf('exports')) {
    const live = await app.db.selectFrom('data_exports').select('id').execute()
    const named = new Set(live.map(({ id }) => keyOfExport(id)))
    for (const key of keys) if (!named.has(key) && (await isOld(app, key))) await app.files.delete(key)
  }
}

/** No file takes this long to be made: its row would be there. */
async function isOld(app: App, key: string): Promise<boolean> {
  const changedAt = await app.files.changedAt(key)
  return changedAt !== undefined && app.clock.now().getTime() - changedAt.getTime() > limits.orphanedAfter
}
