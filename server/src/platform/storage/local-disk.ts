import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

/** Creates a disk that stores files in a directory. */
export const createLocalDisk = (folder: string) => new Disk(new AtomicFileDriver(folder))

/**
 * File system driver that writes atomically. The driver of the library writes in place, so a crash could leave an
 * incomplete file. Here a file gets its final name only after its data is on disk.
 */
class AtomicFileDriver extends FSDriver {
  readonly #folder: string

  constructor(folder: string) {
    super({ location: folder, visibility: 'private' })
    this.#folder = folder
  }

  override put(key: string, contents: string | Uint8Array): Promise<void> {
    return this.#writeAtomically(key, contents)
  }

  override putStream(key: string, contents: Readable): Promise<void> {
    return this.#writeAtomically(key, contents)
  }

  async #writeAtomically(key: string, contents: string | Uint8Array | Readable): Promise<void> {
    const targetPath = join(this.#folder, key)
    const temporaryPath = join(this.#folder, 'arriving', randomUUID())
    await mkdir(dirname(targetPath), { recursive: true })
    await mkdir(dirname(temporaryPath), { recursive: true })
    try {
      const file = await open(temporaryPath, 'wx', 0o640)
      try {
        await writeFile(file, contents)
        await file.datasync()
      } finally {
        await file.close()
      }
      await rename(temporaryPath, targetPath)
    } catch (error) {
      await rm(temporaryPath, { force: true })
      throw error
    }
  }
}
