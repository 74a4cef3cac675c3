import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Reading this many files takes one or two seconds; a directory of photos may contain millions. */
const defaultMaxFiles = 20_000
const batchSize = 64

/**
 * Returns the total size in bytes of all files in a directory and its subdirectories. Symbolic links are not followed.
 * `isComplete` is false if a directory could not be read or `maxFiles` was reached.
 */
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

/** Returns 0 for a file that was deleted in the meantime. */
const getFileSize = (file: string): Promise<number> =>
  lstat(file).then(
    ({ size }) => size,
    () => 0,
  )
