import { realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { cropType } from '@kutu/contract/common'
import { trainingLabel } from '@kutu/contract/training/training-images'
import type { App } from '../../../context.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { contentHash } from '../../../platform/storage/file-store.ts'
import { type Label, readLabels } from '../../detection/evaluation/labels-file.ts'
import { isRejected, processPhotoFile } from '../../detection/evaluation/photo-file.ts'
import { storePhoto } from '../../detection/photos/photos.ts'
import { addImage } from '../images/images.ts'

export type ImportResult = {
  added: number
  /** Already present, with identical bytes or as a near duplicate. */
  duplicates: number
  /** Rows of a class that experts do not label. */
  skipped: number
  /** One line per rejected photo with the reason. */
  rejected: string[]
}

type Row = Label & { uploader?: string }

/**
 * Imports the photos of a folder with a labels.csv as accepted photos under their pseudonyms. Importing twice adds
 * nothing.
 * @throws Error when labels.csv is missing or lacks a column
 */
export async function importDataset(
  app: App,
  folder: string,
  onProgress?: (done: number, total: number) => void,
): Promise<ImportResult> {
  const rows: Row[] = await readLabels(folder)
  const result: ImportResult = { added: 0, duplicates: 0, skipped: 0, rejected: [] }
  for (const [index, row] of rows.entries()) {
    await importOne(app, folder, row, result)
    onProgress?.(index + 1, rows.length)
  }
  return result
}

async function importOne(app: App, folder: string, row: Row, result: ImportResult): Promise<void> {
  const label = trainingLabel.safeParse(row.product_class).data
  if (label === undefined) {
    result.skipped += 1
    return
  }
  const file = await resolveInside(folder, row.path)
  if (file === undefined) {
    result.rejected.push(`${row.path}: not a file of this folder`)
    return
  }
  const outcome = await processPhotoFile(file, async bytes => {
    // The hash column is not used: it names the uploaded original, which nobody can check here. A forged hash would pass
    // for a photo that its owner then cannot submit.
    const sourceHash = contentHash(bytes)
    // Checked first because it is cheap; near duplicates are found in addImage.
    if (await isKnown(app, sourceHash)) return { isDuplicate: true as const }
    return { isDuplicate: false as const, sourceHash, example: await app.vision.extractTrainingSample(bytes) }
  })
  if (isRejected(outcome)) {
    result.rejected.push(`${row.path}: ${outcome.message}`)
    return
  }
  if (outcome.isDuplicate) result.duplicates += 1
  else if (outcome.example.isBlank) result.rejected.push(`${row.path}: a blank photo`)
  else await addPhoto(app, { ...outcome, label, row }, result)
}

/** Returns the real path of a file, or undefined if it is missing or outside the folder, also by a symbolic link. */
async function resolveInside(folder: string, path: string): Promise<string | undefined> {
  try {
    const file = await realpath(join(folder, path))
    const fromFolder = relative(await realpath(folder), file)
    return fromFolder === '..' || fromFolder.startsWith(`..${sep}`) || isAbsolute(fromFolder) ? undefined : file
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

type NewPhoto = Pick<Parameters<typeof addImage>[2], 'sourceHash' | 'example' | 'label'> & { row: Row }

async function addPhoto(app: App, { row, ...newPhoto }: NewPhoto, result: ImportResult): Promise<void> {
  const photo = await storePhoto(app, newPhoto.example)
  try {
    await withTransaction(app, tx =>
      addImage(app, tx, {
        contributor: { pseudonym: (row.uploader || row.source || 'unknown').replaceAll(/[^\w.-]/g, '-').slice(0, 80) },
        origin: 'import',
        cropType: cropType.safeParse(row.crop.toUpperCase()).data ?? null,
        ...newPhoto,
        photo,
      }),
    )
    result.added += 1
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'duplicate_image') throw error
    result.duplicates += 1
  }
}

async function isKnown(app: App, sourceHash: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('training_images')
    .select('id')
    .where('source_hash', '=', sourceHash)
    .where('state', 'in', ['waiting', 'accepted', 'refused'])
    .executeTakeFirst()
  return row !== undefined
}
