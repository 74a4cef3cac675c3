import { createHmac } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TrainingLabel } from '@kutu/contract/training-images'
import { heldBackOf, seriesOf } from '@kutu/vision/held-back'
import type { App } from '../context.ts'
import { photoKey } from '../detection/photos.ts'

/** Those of the data sets that the model is trained on, then what tells where a photo of ours comes from. */
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
type Line = Record<(typeof columns)[number], string>

/**
 * Writes every accepted photo and a labels.csv into a folder, in the form that `kutu evaluate` and the training read.
 * Doing it again writes the same, and what came since. A photo held back from sessions is of the split val.
 * @returns how many photos were written
 */
export async function exportDataset(app: App, folder: string): Promise<{ written: number; lost: number }> {
  await mkdir(join(folder, 'photos'), { recursive: true })
  const rows = await acceptedRows(app)
  const named = rows.map(row => ({ ...row, uploader: pseudonymOf(app, row) }))
  named.sort((a, b) => (a.uploader === b.uploader ? a.ordinal - b.ordinal : a.uploader < b.uploader ? -1 : 1))
  const held = heldBackOf(
    rows.map(row => ({
      hash: row.source_hash,
      uploader: row.uploader_id ?? `import ${row.pseudonym}`,
      ordinal: row.ordinal,
    })),
  )
  const lines: Line[] = []
  for (const row of named) {
    const file = row.photo_hash === null ? undefined : await app.files.get(photoKey(row.photo_hash))
    if (!file || row.label === null) continue
    const path = `photos/${row.source_hash}.jpg`
    await writeFile(join(folder, path), file.bytes)
    lines.push(lineOf({ ...row, label: row.label }, path, held.has(row.source_hash)))
  }
  const text = [columns.join(','), ...lines.map(line => columns.map(name => line[name]).join(','))].join('\n')
  const unfinished = join(folder, 'labels.csv.unfinished')
  await writeFile(unfinished, `${text}\n`)
  await rename(unfinished, join(folder, 'labels.csv'))
  return { written: lines.length, lost: rows.length - lines.length }
}

const acceptedRows = (app: App) =>
  app.db
    .selectFrom('training_images')
    .select([
      'id',
      'source_hash',
      'photo_hash',
      'label',
      'crop_type',
      'uploader_id',
      'pseudonym',
      'ordinal',
      'origin',
      'is_control',
    ])
    .where('state', '=', 'accepted')
    .orderBy('accepted_as')
    .execute()

type Row = Awaited<ReturnType<typeof acceptedRows>>[number] & { uploader: string; label: TrainingLabel }

function lineOf(row: Row, path: string, isHeldBack: boolean): Line {
  const crop = row.crop_type?.toLowerCase() ?? 'unknown'
  const { uploader, ordinal, label, origin, is_control } = row
  return {
    path,
    split: isHeldBack ? 'val' : 'train',
    crop,
    disease: diseaseOf(label, crop),
    product_class: label,
    source: 'kutu',
    setting: 'field',
    uploader,
    series: seriesOf({ uploader, ordinal }).replace(' ', '-'),
    provenance: `${origin} ${is_control ? 'several experts' : 'one expert'}`,
    hash: row.source_hash,
  }
}

/** Experts name the product's class alone; which disease it is besides rust nobody said. */
function diseaseOf(label: TrainingLabel, crop: string): string {
  if (label !== 'common_rust') return label
  return crop === 'maize' ? 'common_rust' : 'rust'
}

/** The same for the same person each time, and nobody's name. */
function pseudonymOf(app: App, { uploader_id, pseudonym }: { uploader_id: string | null; pseudonym: string | null }) {
  if (uploader_id === null) return pseudonym ?? ''
  return createHmac('sha256', app.config.tokenSecret).update(`pseudonym:${uploader_id}`).digest('hex').slice(0, 16)
}
