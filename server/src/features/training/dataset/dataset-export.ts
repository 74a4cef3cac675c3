import { createHmac } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TrainingLabel } from '@kutu/contract/training/training-images'
import { getSeriesKey, selectHoldout } from '@kutu/vision/refit/holdout'
import type { App } from '../../../context.ts'
import { findFolderProblem } from '../../../platform/storage/usable-folder.ts'
import { photoKey } from '../../detection/photos/photos.ts'

/** The columns of the training data sets, followed by the provenance of our photos. */
const columns = [
  'path',
  'split',
  'crop',
  'disease',
  'product_class',
  'source',
  'setting',
  'uploader',
  'series',
  'provenance',
  'hash',
] as const
type CsvRow = Record<(typeof columns)[number], string>

/**
 * Writes every accepted photo and a labels.csv into a folder, in the format that `kutu evaluate` and the training read.
 * Repeating it rewrites the same content plus new photos. Photos held back from training sessions get the split val.
 * @returns the number of photos written and of photos whose file is missing
 */
export async function exportDataset(app: App, folder: string): Promise<{ written: number; missing: number }> {
  await mkdir(join(folder, 'photos'), { recursive: true }).catch(error => {
    const problem = findFolderProblem(folder)
    throw problem ? new Error(`The folder ${folder} ${problem}; nothing was exported.`, { cause: error }) : error
  })
  const rows = await selectAcceptedImages(app)
  const pseudonymized = rows.map(row => ({ ...row, uploader: pseudonymFor(app, row) }))
  pseudonymized.sort((a, b) => (a.uploader === b.uploader ? a.ordinal - b.ordinal : a.uploader < b.uploader ? -1 : 1))
  const heldBack = selectHoldout(
    rows.map(row => ({
      hash: row.source_hash,
      uploader: row.uploader_id ?? `import ${row.pseudonym}`,
      ordinal: row.ordinal,
    })),
  )
  const csvRows: CsvRow[] = []
  for (const row of pseudonymized) {
    const file = row.photo_hash === null ? undefined : await app.files.get(photoKey(row.photo_hash))
    if (!file || row.label === null) continue
    const path = `photos/${row.source_hash}.jpg`
    await writeFile(join(folder, path), file.bytes)
    csvRows.push(toCsvRow({ ...row, label: row.label }, path, heldBack.has(row.source_hash)))
  }
  const text = [columns.join(','), ...csvRows.map(csvRow => columns.map(name => csvRow[name]).join(','))].join('\n')
  const temporaryFile = join(folder, 'labels.csv.unfinished')
  await writeFile(temporaryFile, `${text}\n`)
  await rename(temporaryFile, join(folder, 'labels.csv'))
  return { written: csvRows.length, missing: rows.length - csvRows.length }
}

const selectAcceptedImages = (app: App) =>
  app.db.selectFrom('training_images').selectAll().where('state', '=', 'accepted').orderBy('accepted_as').execute()

type Row = Awaited<ReturnType<typeof selectAcceptedImages>>[number] & { uploader: string; label: TrainingLabel }

function toCsvRow(row: Row, path: string, isHeldBack: boolean): CsvRow {
  const crop = row.crop_type?.toLowerCase() ?? 'unknown'
  const { uploader, ordinal, label, origin, is_control } = row
  return {
    path,
    split: isHeldBack ? 'val' : 'train',
    crop,
    disease: diseaseFor(label, crop),
    product_class: label,
    source: 'kutu',
    setting: 'field',
    uploader,
    series: getSeriesKey({ uploader, ordinal }).replace(' ', '-'),
    provenance: `${origin} ${is_control ? 'several experts' : 'one expert'}`,
    hash: row.source_hash,
  }
}

/**
 * Returns the disease of a label. Experts label product classes only, so the disease behind "other disease" is unknown.
 */
function diseaseFor(label: TrainingLabel, crop: string): string {
  if (label !== 'common_rust') return label
  return crop === 'maize' ? 'common_rust' : 'rust'
}

/** Returns a stable pseudonym of the uploader. */
function pseudonymFor(app: App, { uploader_id, pseudonym }: { uploader_id: string | null; pseudonym: string | null }) {
  if (uploader_id === null) return pseudonym ?? ''
  return createHmac('sha256', app.config.tokenSecret).update(`pseudonym:${uploader_id}`).digest('hex').slice(0, 16)
}
