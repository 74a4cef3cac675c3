import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Head, parseHead } from '../inference/head.ts'
import { type ModelCard, parseModelCard } from '../inference/model-card.ts'
import { type BaseStatistics, parseBaseStatistics } from '../refit/base-statistics.ts'

export type ModelFiles = { card: ModelCard; head: Head; networkPath: string }

/** Returns the folder of the models shipped with this package. Works in a bundle elsewhere in the workspace, too. */
export function getShippedModelsDir(): string {
  return path.join(path.dirname(createRequire(import.meta.url).resolve('@kutu/vision/package.json')), 'models')
}

/**
 * Returns the folder of a version, or of the newest model: by the date in the card, then by version number.
 * @throws Error when there is no model
 */
export async function findModelDir(modelsDir: string, version: string | undefined): Promise<string> {
  if (version !== undefined) return path.join(modelsDir, version)
  const entries = await readdir(modelsDir, { withFileTypes: true })
  const candidates = await Promise.all(
    entries
      .filter(entry => entry.isDirectory())
      .map(async entry => {
        const dir = path.join(modelsDir, entry.name)
        const { created, version } = await readCard(dir)
        return { dir, created, version }
      }),
  )
  const [newest] = candidates.sort(
    (a, b) => b.created.localeCompare(a.created) || b.version.localeCompare(a.version, 'en', { numeric: true }),
  )
  if (newest === undefined) throw new Error(`There is no model in ${modelsDir}`)
  return newest.dir
}

/**
 * Reads the card and the head of a model.
 * @throws Error that names the file and what is invalid
 */
export async function readModelFiles(dir: string): Promise<ModelFiles> {
  const card = await readCard(dir)
  const head = parseHead(await readFile(path.join(dir, 'head.bin')), card.classes.length, card.embeddingSize)
  return { card, head, networkPath: path.join(dir, 'model.onnx') }
}

/**
 * Reads base.bin of a model, which only a refit needs.
 * @throws Error that names the file and what is invalid
 */
export const readBaseStatistics = (dir: string): Promise<BaseStatistics> =>
  readParsed(path.join(dir, 'base.bin'), parseBaseStatistics)

const readCard = (dir: string): Promise<ModelCard> =>
  readParsed(path.join(dir, 'card.json'), json => parseModelCard(JSON.parse(json.toString('utf8'))))

/** Reads a file; an error of `parse` gets its name. */
async function readParsed<T>(file: string, parse: (content: Buffer) => T): Promise<T> {
  const content = await readFile(file)
  try {
    return parse(content)
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}
