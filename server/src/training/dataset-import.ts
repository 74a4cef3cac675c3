import { join } from 'node:path'
import { cropType } from '@kutu/contract/common'
import { trainingLabel } from '@kutu/contract/training-images'
import type { App } from '../context.ts'
import { write } from '../db/write.ts'
import { type Label, readLabels } from '../detection/labels-file.ts'
import { isRefused, unlessRefused } from '../detection/photo-file.ts'
import { contentHash } from '../files/files.ts'
import { Refusal } from '../http/errors.ts'
import { addImage } from './images.ts'

export type Imported = {
  added: number
  /** There already, by content or by looks. */
  known: number
  /** Of no class that experts label. */
  skipped: number
  /** One line each: what could not be used and why. */
  refused: string[]
}

type Row = Label & { uploader?: string; hash?: string }

/**
 * Takes in the photos of a folder with a labels.csv as accepted ones, under the pseudonyms they come with. Doing it
 * again adds nothing.
 * @throws Error when labels.csv is missing or lacks a column
 */
export async function importDataset(
  app: App,
  folder: string,
  onProgress?: (done: number, total: number) => void,
): Promise<Imported> {
  const rows: Row[] = await readLabels(folder)
  const imported: Imported = { added: 0, known: 0, skipped: 0, refused: [] }
  for (const [at, row] of rows.entries()) {
    await importOne(app, folder, row, imported)
    onProgress?.(at + 1, rows.length)
  }
  return imported
}

async function importOne(app: App, folder: string, row: Row, imported: Imported): Promise<void> {
  const label = trainingLabel.safeParse(row.product_class).data
  if (label === undefined) {
    imported.skipped += 1
    return
  }
  const found = await unlessRefused(join(folder, row.path), async bytes => {
    const sourceHash = /^[0-9a-f]{64}$/.test(row.hash ?? '') ? String(row.hash) : contentHash(bytes)
    // Asked first, for it costs nothing; looks are compared with the rest.
    if (await isKnown(app, sourceHash)) return { known: true as const }
    return { known: false as const, sourceHash, lesson: await app.vision.study(bytes) }
  })
  if (isRefused(found)) {
    imported.refused.push(`${row.path}: ${found.message}`)
    return
  }
  if (found.known) imported.known += 1
  else if (!found.lesson.detection.isLeaf) imported.refused.push(`${row.path}: no leaf is seen in it`)
  else await add(app, { ...found, label, row }, imported)
}

type New = Pick<Parameters<typeof addImage>[2], 'sourceHash' | 'lesson' | 'label'> & { row: Row }

async function add(app: App, { row, ...photo }: New, imported: Imported): Promise<void> {
  try {
    await write(app, tx =>
      addImage(app, tx, {
        from: { pseudonym: (row.uploader || row.source || 'unknown').replaceAll(/[^\w.-]/g, '-').slice(0, 80) },
        origin: 'import',
        cropType: cropType.safeParse(row.crop.toUpperCase()).data ?? null,
        ...photo,
      }),
    )
    imported.added += 1
  } catch (error) {
    if (!(error instanceof Refusal) || error.word !== 'duplicate_image') throw error
    imported.known += 1
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
