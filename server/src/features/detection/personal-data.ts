import { sql } from 'kysely'
import type { App } from '../../context.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { emptiedValues, exportedColumns } from '../../platform/db/personal-data.ts'
import { markChangedWeeks } from '../surveillance/weekly/mark-changed.ts'
import { deleteUnusedPhoto, photoKey } from './photos/photos.ts'
import { deleteUnreferenced } from './photos/sweep-files.ts'

/** Returns all analyses of a user and the photos of plant analyses, for the data export. */
export async function exportAnalyses(db: Db, userId: string) {
  const analyses = await db
    .selectFrom('analyses as a')
    .innerJoin('photos as p', 'p.id', 'a.photo_id')
    .select(exportedColumns('analyses').map(column => `a.${column}` as const))
    .select('p.hash as photo_hash')
    .where('a.farmer_id', '=', userId)
    .orderBy('a.uploaded_at', 'desc')
    .execute()
  const plantPhotos = await db
    .selectFrom('analysis_photos as ap')
    .innerJoin('analyses as a', 'a.id', 'ap.analysis_id')
    .leftJoin('photos as p', 'p.id', 'ap.photo_id')
    .select(['ap.analysis_id', 'ap.position', 'ap.rust_class', 'ap.confidence', 'ap.verdict', 'ap.band', 'ap.quality'])
    .select('p.hash as photo_hash')
    .where('a.farmer_id', '=', userId)
    .orderBy('a.uploaded_at', 'desc')
    .orderBy('ap.position')
    .execute()
  return { analyses, plantPhotos }
}

export async function listAnalysisIds(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.selectFrom('analyses').select('id').where('farmer_id', '=', userId).execute()
  return rows.map(({ id }) => id)
}

/**
 * Deletes a user's analyses except `keepIds`, and empties the columns of those that nobody needs any more or that say where
 * the user lives (personal-data.ts). Returns the hashes of the photos of the deleted ones, which other rows may still use.
 */
export async function eraseAnalyses(app: App, tx: Tx, userId: string, keepIds: readonly string[]): Promise<string[]> {
  await markChangedWeeks(tx, app, sql`a.farmer_id = ${userId}::uuid`)
  const { rows } = await sql<{ hash: string }>`
    with gone as (
      select id, photo_id from analyses where farmer_id = ${userId}::uuid and id <> all(${[...keepIds]}::uuid[])
    )
    select p.hash from gone g join photos p on p.id = g.photo_id
    union
    select p.hash from gone g join analysis_photos ap on ap.analysis_id = g.id join photos p on p.id = ap.photo_id
  `.execute(tx)
  const erased = tx
    .selectFrom('analyses')
    .select('id')
    .where('farmer_id', '=', userId)
    .where(sql<boolean>`id <> all(${[...keepIds]}::uuid[])`)
  await tx.deleteFrom('analysis_photos').where('analysis_id', 'in', erased).execute()
  await tx.deleteFrom('analyses').where('id', 'in', erased).execute()
  const kept = tx.selectFrom('analyses').select('id').where('farmer_id', '=', userId)
  await tx
    .updateTable('analysis_photos')
    .set({ view_embeddings: null, heatmap: null })
    .where('analysis_id', 'in', kept)
    .execute()
  await tx.updateTable('analyses').set(emptiedValues('analyses')).where('farmer_id', '=', userId).execute()
  return rows.map(({ hash }) => hash)
}

/** Deletes photos that nothing references any more: rows and files. */
export async function erasePhotos(app: App, hashes: readonly string[]): Promise<void> {
  for (const hash of hashes) {
    await deleteUnusedPhoto(app, hash)
    await deleteUnreferenced(app, photoKey(hash))
  }
}
