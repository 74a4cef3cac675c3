import type { App } from '../../../context.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import type { StoredLeaf } from './answer-stored-photo.ts'

/** A photo of an analysis; `plantPhotoId` is null for the only photo of an analysis. */
export type StoredAnalysisPhoto = StoredLeaf & { photoId: string; plantPhotoId: string | null }

/** Returns the photos of leaves of one of the caller's analyses, in upload order; undefined for any other id. */
export async function loadStoredAnalysis(
  db: App['db'],
  caller: Caller,
  id: string,
): Promise<StoredAnalysisPhoto[] | undefined> {
  const row = await db
    .selectFrom('analyses')
    .innerJoin('photos', 'photos.id', 'analyses.photo_id')
    .select(['photo_id', 'hash', 'width', 'height', 'view_embeddings', 'network_version'])
    .select(['rust_class', 'disease', 'heatmap_hash', 'affected_area'])
    .where('analyses.id', '=', id)
    .where('farmer_id', '=', caller.id)
    .executeTakeFirst()
  if (!row) return undefined
  const plantPhotos = await db
    .selectFrom('analysis_photos')
    .innerJoin('photos', 'photos.id', 'analysis_photos.photo_id')
    .select(['analysis_photos.id', 'photo_id', 'hash', 'width', 'height', 'view_embeddings'])
    .where('analysis_id', '=', id)
    .orderBy('position')
    .execute()
  const { hash, width, height, view_embeddings: viewEmbeddings, network_version: networkVersion } = row
  if (plantPhotos.length === 0) {
    const { photo_id: photoId, rust_class: rustClass, disease, heatmap_hash: heatmapHash, affected_area } = row
    const drawn = { rustClass, disease, heatmapHash, affectedArea: affected_area }
    return [{ photoId, plantPhotoId: null, hash, width, height, viewEmbeddings, networkVersion, drawn }]
  }
  return plantPhotos.flatMap(({ id: plantPhotoId, photo_id: photoId, view_embeddings, ...photo }) =>
    photoId === null
      ? []
      : [{ ...photo, photoId, plantPhotoId, viewEmbeddings: view_embeddings, networkVersion, drawn: null }],
  )
}
