import type { PlantPhoto } from '@kutu/contract/detection'
import type { Diagnosis } from '@kutu/vision/node'
import type { Selectable } from 'kysely'
import type { App } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { contentHash } from '../files/files.ts'
import { say } from '../text/say.ts'
import type { Reader } from './answer.ts'
import { heatmapKey, type KeptPictures, keepPictures, photoKey } from './photos.ts'
import type { DetectionTables } from './tables.ts'

/** A photo of a plant, and what is kept of it: nothing when it shows no leaf. */
export type KeptPhoto = { diagnosis: Diagnosis; pictures: KeptPictures | null }

/** Keeps the pictures of all photos that show a leaf; the photos come back in the order given. */
export async function keepPhotos(app: App, tx: Tx, diagnoses: Diagnosis[]): Promise<KeptPhoto[]> {
  const leaves = diagnoses.flatMap((diagnosis, at) =>
    diagnosis.isLeaf ? [{ diagnosis, at, hash: contentHash(diagnosis.storedPhoto) }] : [],
  )
  // In the order of their names, so that two uploads of the same photos never wait for each other in a circle.
  leaves.sort((a, b) => (a.hash < b.hash ? -1 : 1))
  const kept = new Map<number, KeptPictures>()
  for (const { diagnosis, at } of leaves) kept.set(at, await keepPictures(app, tx, diagnosis))
  return diagnoses.map((diagnosis, at) => ({ diagnosis, pictures: kept.get(at) ?? null }))
}

export async function addPhotos(tx: Tx, analysisId: string, photos: KeptPhoto[]): Promise<void> {
  const rows = photos.map(({ diagnosis, pictures }, at) => ({
    analysis_id: analysisId,
    position: at + 1,
    photo_id: pictures?.photoId ?? null,
    heatmap_hash: pictures?.heatmapHash ?? null,
    rust_class: diagnosis.isLeaf ? diagnosis.rustClass : null,
    confidence: diagnosis.isLeaf ? diagnosis.confidence : null,
    verdict: diagnosis.isLeaf ? diagnosis.verdict : null,
    quality: diagnosis.quality,
  }))
  await tx.insertInto('analysis_photos').values(rows).execute()
}

/** The photos of those of the analyses that are of several photos, by analysis. */
export async function photosOf(app: App, analysisIds: string[], reader: Reader): Promise<Map<string, PlantPhoto[]>> {
  const photos = new Map<string, PlantPhoto[]>()
  if (analysisIds.length === 0) return photos
  const rows = await app.db
    .selectFrom('analysis_photos')
    .leftJoin('photos', 'photos.id', 'analysis_photos.photo_id')
    .selectAll('analysis_photos')
    .select('photos.hash as photo_hash')
    .where('analysis_id', 'in', analysisIds)
    .orderBy('analysis_id')
    .orderBy('position')
    .execute()
  for (const row of rows) {
    const ofAnalysis = photos.get(row.analysis_id) ?? []
    ofAnalysis.push(presentPhoto(app, row, reader))
    photos.set(row.analysis_id, ofAnalysis)
  }
  return photos
}

type PhotoRow = Selectable<DetectionTables['analysis_photos']> & { photo_hash: string | null }

function presentPhoto(app: App, row: PhotoRow, { language, origin }: Reader): PlantPhoto {
  const { id, position, photo_hash, heatmap_hash, rust_class, confidence, verdict, quality } = row
  return {
    id,
    position,
    is_leaf: photo_hash !== null,
    image: photo_hash === null ? null : app.files.address(photoKey(photo_hash), origin),
    heatmap: heatmap_hash === null ? null : app.files.address(heatmapKey(heatmap_hash), origin),
    rust_class,
    confidence,
    verdict,
    quality,
    message: photo_hash === null ? say(language, 'plant.left_out', { position }) : null,
  }
}
