import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Encrypter } from 'age-encryption'
import { type Pack, pack } from 'tar-stream'
import { errorCode } from '../../../platform/startup-error.ts'
import { isDiskFull } from '../../../platform/storage/disk-full.ts'
import { findFolderProblem } from '../../../platform/storage/usable-folder.ts'
import { BackupError } from './backup-error.ts'

/** Photos are compressed already; a higher level only costs time. */
const compressionLevel = 3

/** Name of an unfinished archive: the final name with this suffix and a random part. */
export const partialSuffix = '.partial-'

type Options = {
  /** Encrypts the archive in the format of age, with a key that scrypt derives from the passphrase. */
  passphrase: string | undefined
  signal: AbortSignal | undefined
}

/**
 * Writes an archive: a tar file, compressed with gzip, optionally encrypted. It is written under a temporary name beside
 * the final one and renamed when it is complete and on disk, so a file with the final name is always whole.
 * @returns its size in bytes
 * @throws BackupError if the file exists, its folder cannot be written, or its name promises an encryption that is not set
 */
export async function writeArchive(
  file: string,
  { passphrase, signal }: Options,
  writeEntries: (archive: ArchiveWriter) => Promise<void>,
): Promise<number> {
  if (passphrase === undefined && /\.age$/i.test(file))
    throw new BackupError(`${file} would not be encrypted: set BACKUP_PASSPHRASE, or give a name without .age.`)
  if (existsSync(file)) throw new BackupError(`${file} exists already: give the name of a new file.`)
  const folder = dirname(file)
  const problem = findFolderProblem(folder)
  if (problem) throw new BackupError(`The folder ${folder} ${problem}; no backup was written.`)
  const partialFile = join(folder, `${basename(file)}${partialSuffix}${randomBytes(4).toString('hex')}`)
  try {
    return await writePartialFile()
  } catch (error) {
    if (isDiskFull(error))
      throw new BackupError(`The disk of ${folder} is full; no backup was written.`, { cause: error })
    const isUncreated = errorCode(error) !== undefined && !existsSync(partialFile)
    if (isUncreated) throw new BackupError(`No file can be made in ${folder}; no backup was written.`, { cause: error })
    throw error
  } finally {
    await rm(partialFile, { force: true })
  }

  async function writePartialFile() {
    const tar = pack()
    const compressed = createGzip({ level: compressionLevel })
    const written = pipeline(
      // The streams of tar-stream are not those of Node, so they are connected as an iterable.
      () => tar as AsyncIterable<Uint8Array>,
      compressed,
      encrypt(passphrase),
      createWriteStream(partialFile, { flags: 'wx', mode: 0o600 }),
      signal ? { signal } : {},
    )
    const failedWrite = written.then(() => new Promise<never>(() => undefined))
    const archive = new ArchiveWriter(tar)
    try {
      await Promise.race([writeEntries(archive).then(() => tar.finalize()), failedWrite])
    } catch (error) {
      tar.destroy(error instanceof Error ? error : new Error(String(error)))
      // The pipeline ends with the same error, or with one that it caused.
      await written.catch(() => undefined)
      throw error
    }
    await written
    await syncToDisk(partialFile)
    await rename(partialFile, file)
    // Windows cannot open folders.
    if (process.platform !== 'win32') await syncToDisk(folder)
    return (await stat(file)).size
  }
}

/** Returns a step of a pipeline that encrypts the archive, or passes it on if there is no passphrase. */
function encrypt(passphrase: string | undefined) {
  return async function* (source: AsyncIterable<Uint8Array>) {
    if (passphrase === undefined) return yield* source
    const encrypter = new Encrypter()
    encrypter.setPassphrase(passphrase)
    const stream = Readable.toWeb(Readable.from(source, { objectMode: false }))
    yield* await encrypter.encrypt(stream as ReadableStream<Uint8Array>)
  }
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Adds entries to an archive. */
export class ArchiveWriter {
  readonly #tar: Pack

  constructor(tar: Pack) {
    this.#tar = tar
  }

  async add(name: string, content: string | Uint8Array): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    await this.addStream(name, bytes.byteLength, [bytes])
  }

  /** Adds an entry from its chunks. @throws if they are not of exactly this size */
  async addStream(name: string, size: number, chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
    const entry = this.#tar.entry({ name, size, mode: 0o600 })
    const finished = once(entry, 'close')
    // Awaited later; until then an error must not end the process.
    finished.catch(() => undefined)
    for await (const chunk of chunks) {
      if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), finished])
      if (entry.destroyed) throw new Error('the archive can no longer be written')
    }
    entry.end(null)
    await finished
  }
}
