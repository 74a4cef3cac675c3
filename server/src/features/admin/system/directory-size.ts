import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** So many files are looked at within a second or two; a folder of photos may hold millions. */
const defaultMaxFiles = 20_000
const batchSize = 64

/** The bytes of all files in a folder and below; `isAll` is false where not all could be looked at. Links are not followed. */
export async function getDirectorySize(
  folder: string,
  maxFiles = defaultMaxFiles,
): Promise<{ bytes: number; isComplete: boolean }> {
  const folders = [folder]
  let bytes = 0
  let seen = 0
  let isComplete = true
  for (let current = folders.pop(); current !== undefined; current = folders.pop()) {
    const entries = await readdir(current, { withFileTypes: true }).catch(() => undefined)
    if (entries === undefined) {
      isComplete = false
      continue
    }
    const parent = current
    folders.push(...entries.filter(entry => entry.isDirectory()).map(({ name }) => join(parent, name)))
    const files = entries.filter(entry => entry.isFile()).slice(0, maxFiles - seen)
    for (let from = 0; from < files.length; from += batchSize) {
      const sizes = await Promise.all(
        files.slice(from, from + batchSize).map(({ name }) => getFileSize(join(parent, name))),
      )
      bytes += sizes.reduce((sum, size) => sum + size, 0)
    }
    seen += files.length
    if (seen >= maxFiles) return { bytes, isComplete: false }
  }
  return { bytes, isComplete }
}

/** A file that has just gone counts for nothing. */
const getFileSize = (file: string): Promise<number> =>
  lstat(file).then(
    ({ size }) => size,
    () => 0,
  )
