import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type BaseStatistics, parseBaseStatistics } from '../refit/base-statistics.ts'

/**
 * Reads base.bin of a model.
 * @throws Error that names the file and what is invalid
 */
export async function readBaseStatistics(modelDir: string): Promise<BaseStatistics> {
  const file = path.join(modelDir, 'base.bin')
  const bytes = await readFile(file)
  try {
    return parseBaseStatistics(bytes)
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}
