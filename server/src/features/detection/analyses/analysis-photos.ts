import type { DiagnosisReader } from '@kutu/advice/diagnosis-reply'
import type { PlantPhoto } from '@kutu/contract/detection'
import type { Diagnosis } from '@kutu/vision/node/vision'
import type { Selectable } from 'kysely'
import type { App } from '../../../context.ts'
import type { CompleteInsert } from '../../../platform/db/complete-insert.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { t } from '../../../platform/i18n/translate.ts'
import {
  heatmapKey,
  insertPictures,
  type PictureIds,
  photoKey,
  type StoredPictures,
  storePictures,
} from '../photos/photos.ts'
import type { DetectionTables } from '../tables.ts'
import { serializeViewEmbeddings } from './view-embeddings.ts'

/** A photo of a plant and its pictures; null when it shows no leaf. */
type PlantPhotoWith<Pictures> = { diagnosis: Diagnosis; pictures: Pictures | null }
export type StoredPlantPhoto = PlantPhotoWith<StoredPictures>
type SavedPlantPhoto = PlantPhotoWith<PictureIds>

/** Stores the pictures of all photos that show a leaf. Returns the photos in the given order. */
export function storePlantPhotos(app: App, diagnoses: Diagnosis[]): Promise<StoredPlantPhoto[]> {
  return Promise.all(
    diagnoses.map(async diagnosis => ({
      diagnosis,
      pictures: diagnosis.isLeaf ? await storePictures(app, diagnosis) : null,
    })),
  )
}

/** Inserts the rows of the stored pictures. Returns the photos in the given order. */
export async function insertPlantPictures(app: App, tx: Tx, photos: StoredPlantPhoto[]): Promise<SavedPlantPhoto[]> {
  const leaves = photos.flatMap(({ pictures }, index) => (pictures === null ? [] : [{ pictures, index }]))
  // Fixed order by hash, so that two uploads of the same photos cannot deadlock.
  leaves.sort((a, b) => (a.pictures.photo.hash < b.pictures.photo.hash ? -1 : 1))
  const saved = new Map<number, PictureIds>()
  for (const { pictures, index } of leaves) saved.set(index, await insertPictures(app, tx, pictures))
  return photos.map(({ diagnosis }, index) => ({ diagnosis, pictures: saved.get(index) ?? null }))
}

export async function insertAnalysisPhotos(tx: Tx, analysisId: string, photos: SavedPlantPhoto[]): Promise<void> {
  const rows = photos.map(({ diagnosis, pictures }, index) => ({
    analysis_id: analysisId,
    position: index + 1,
    photo_id: pictures?.photoId ?? null,
    heatmap_hash: pictures?.heatmapHash ?? null,
    rust_class: diagnosis.isLeaf ? diagnosis.rustClass : null,
    confidence: diagnosis.isLeaf ? diagnosis.confidence : null,
    verdict: diagnosis.isLeaf ? diagnosis.verdict : null,
    band: diagnosis.isLeaf ? diagnosis.band : null,
    view_embeddings: diagnosis.isLeaf ? serializeViewEmbeddings(diagnosis.viewEmbeddings) : null,
    quality: diagnosis.quality,
  }))
  await tx
    .insertInto('analysis_photos')
    .values(rows satisfies CompleteInsert<'analysis_photos'>[])
    .execute()
}

/** Returns the photos of those analyses that consist of several photos, by analysis id. */
export async function loadAnalysisPhotos(
  db: Db,
  app: App,
  analysisIds: string[],
  reader: DiagnosisReader,
): Promise<Map<string, PlantPhoto[]>> {
  const photos = new Map<string, PlantPhoto[]>()
  if (analysisIds.length === 0) return photos
  const rows = await db
    .selectFrom('analysis_photos')
    .leftJoin('photos', 'photos.id', 'analysis_photos.photo_id')
    .selectAll('analysis_photos')
    .select('photos.hash as photo_hash')
    .where('analysis_id', 'in', analysisIds)
    .orderBy('analysis_id')
    .orderBy('position')
    .execute()
  for (const row of rows) {
    const analysisPhotos = photos.get(row.analysis_id) ?? []
    analysisPhotos.push(presentPhoto(app, row, reader))
    photos.set(row.analysis_id, analysisPhotos)
  }
  return photos
}

type PhotoRow = Selectable<DetectionTables['analysis_photos']> & { photo_hash: string | null }

function presentPhoto(app: App, row: PhotoRow, { language, origin }: DiagnosisReader): PlantPhoto {
  const { id, position, photo_hash, heatmap_hash, rust_class, confidence, verdict, band, quality } = row
  return {
    id,
    position,
    is_leaf: photo_hash !== null,
    image: photo_hash === null ? null : app.files.signedUrl(photoKey(photo_hash), origin),
    heatmap: heatmap_hash === null ? null : app.files.signedUrl(heatmapKey(heatmap_hash), origin),
    rust_class,
    confidence,
    verdict,
    band: band ?? verdict,
    quality,
    message: photo_hash === null ? t(language, 'plant.left_out', { position }) : null,
  }
}
