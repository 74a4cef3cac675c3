import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** So many files are looked at within a second or two; a folder of photos may hold millions. */
const mostFiles = 20_000
const atOnce = 64

/** The bytes of all files in a folder and below; `isAll` is false where not all could be looked at. Links are not followed. */
export async function folderSize(folder: string, most = mostFiles): Promise<{ bytes: number; isAll: boolean }> {
  const folders = [folder]
  let bytes = 0
  let seen = 0
  let isAll = true
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    const entries = await readdir(at, { withFileTypes: true }).catch(() => undefined)
    if (entries === undefined) {
      isAll = false
      continue
    }
    const within = at
    folders.push(...entries.filter(entry => entry.isDirectory()).map(({ name }) => join(within, name)))
    const files = entries.filter(entry => entry.isFile()).slice(0, most - seen)
    for (let from = 0; from < files.length; from += atOnce) {
      const sizes = await Promise.all(files.slice(from, from + atOnce).map(({ name }) => sizeOf(join(within, name))))
      bytes += sizes.reduce((sum, size) => sum + size, 0)
    }
    seen += files.length
    if (seen >= most) return { bytes, isAll: false }
  }
  return { bytes, isAll }
}

/** A file that has just gone counts for nothing. */
const sizeOf = (file: string): Promise<number> =>
  lstat(file).then(
    ({ size }) => size,
    () => 0,
  )
