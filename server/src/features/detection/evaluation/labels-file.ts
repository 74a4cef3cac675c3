import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'

const columns = ['path', 'crop', 'disease', 'product_class', 'setting'] as const

/** A labeled photo. `path` is relative to the folder; further columns keep their names. */
export type Label = Record<(typeof columns)[number], string> & { split?: string; source?: string }

/**
 * Reads a folder's labels.csv.
 * @throws Error naming what is missing or malformed
 */
export async function readLabels(folder: string): Promise<Label[]> {
  const file = join(folder, 'labels.csv')
  return parseRows(file, await readLabelsFile(file))
}

/** Returns the labels of the given splits. Without a split column all labels are returned and `splits` is null. */
export function filterBySplit(
  labels: Label[],
  wantedSplits: string[] | undefined,
): { labels: Label[]; splits: string[] | null } {
  const hasSplits = labels.some(({ split }) => split !== undefined)
  if (!wantedSplits || !hasSplits) return { labels, splits: null }
  return { labels: labels.filter(({ split }) => wantedSplits.includes(split ?? '')), splits: wantedSplits }
}

async function readLabelsFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
    if (isMissing) throw new Error(`There is no ${file}. It names each photo and what it shows.`)
    throw error
  }
}

function parseRows(file: string, text: string): Label[] {
  let header: string[] = []
  const isLabel = (row: Record<string, string>): row is Label => columns.every(name => row[name] !== undefined)
  try {
    const rows = parse<Record<string, string>>(text, {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      columns: (names: string[]) => {
        header = names
        return names
      },
    })
    const missing = columns.filter(name => !header.includes(name))
    if (missing.length > 0)
      throw new Error(`it lacks the ${missing.length === 1 ? 'column' : 'columns'} ${missing.join(', ')}`)
    return rows.filter(isLabel)
  } catch (error) {
    throw new Error(`${file} cannot be used: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
