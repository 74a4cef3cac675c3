import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { extract, type Pack, pack } from 'tar-stream'
import { z } from 'zod'
import { errorCode } from '../../../platform/startup-error.ts'
import { isDiskFull } from '../../../platform/storage/disk-full.ts'
import { findFolderProblem } from '../../../platform/storage/usable-folder.ts'

/** A backup or restore failed for a reason that the operator can fix; the message says how. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** Increased when a change makes archives unreadable for older versions. docs/reference.md describes the format. */
export const formatVersion = 2

/** Names of the entries of an archive, in this order. */
export const entryNames = {
  /** `BackupHeader`. */
  header: 'backup.json',
  /** Secrets that sign tokens and photo links: `secrets/token`, `secrets/url`. */
  secrets: 'secrets/',
  /** `database/<table>/<part>`: parts of the output of COPY, in order. */
  database: 'database/',
  /** `files/<key>`: a stored file. */
  files: 'files/',
  /** `BackupSummary`, by which a restore notices a missing entry. */
  summary: 'summary.json',
} as const

/** Entry name of the jobs, which no table name can equal. */
export const jobsTable = 'graphile_worker.jobs'

const table = z.object({ name: z.string(), columns: z.array(z.string()).min(1) })

export const backupHeader = z.object({
  format: z.number().int(),
  /** Version of Kutu that made the backup. */
  version: z.string(),
  created_at: z.iso.datetime(),
  database_version: z.string(),
  /** True if the stored files are kept elsewhere, such as in a bucket with versions. */
  is_database_only: z.boolean().default(false),
  /** Migrations applied to the database. Restoring applies the same ones first. */
  migrations: z.array(z.object({ number: z.number().int(), name: z.string(), checksum: z.string() })).min(1),
  /** Tables and their columns, in the order of the archive. Generated columns are missing: the database computes them. */
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string().nullable() })),
})
export type BackupHeader = z.infer<typeof backupHeader>

export const backupSummary = z.object({
  /** Number of rows by table, including `jobsTable`. */
  rows: z.record(z.string(), z.number().int()),
  files: z.number().int(),
  /** Keys of files that a row names and that the store did not have. */
  missing_files: z.array(z.string()),
})
export type BackupSummary = z.infer<typeof backupSummary>

/** Photos are compressed already; a higher level only costs time. */
const compressionLevel = 3

/** Name of an unfinished archive: the final name with this suffix and a random part. */
export const partialSuffix = '.partial-'

type ArchiveOptions = {
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
  { passphrase, signal }: ArchiveOptions,
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

/** Handles one entry of so many bytes. It reads all chunks or none. */
export type EntryHandler = (name: string, chunks: AsyncIterable<Uint8Array>, bytes: number) => Promise<void>

/**
 * Reads all entries of an archive in order; gzip has a checksum of all of them at its end. Effects of the handler are to
 * be made permanent only after this function has returned.
 * @throws BackupError if the file cannot be read, is damaged or incomplete, or the passphrase is wrong
 */
export async function readArchive(file: string, passphrase: string | undefined, handle: EntryHandler): Promise<void> {
  const tar = extract()
  // `once` rejects on an error, which the loop over the entries throws; here only the end of the wait matters.
  const closed = once(tar, 'close').catch(() => undefined)
  // Also fails the handler that is reading an entry, which is then no error of the handler.
  let archiveError: unknown
  const feeding = feed()
  async function feed() {
    try {
      const source = await decrypt(file, passphrase)
      // A gzip stream verifies a checksum of its content and reports a missing end.
      await pipeline(source, createGunzip(), async chunks => {
        for await (const chunk of chunks) {
          if (!tar.write(chunk)) await Promise.race([once(tar, 'drain'), closed])
          if (tar.destroying) return
        }
      })
      tar.end(null)
    } catch (error) {
      archiveError = error
      tar.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  }
  let handlerError: unknown
  try {
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header
      try {
        await handle(name, entry as AsyncIterable<Uint8Array>, size)
      } catch (error) {
        handlerError = error
        throw error
      }
      entry.resume()
    }
  } catch (error) {
    if (archiveError !== undefined) throw toBackupError(archiveError, file)
    throw handlerError ?? toBackupError(error, file)
  } finally {
    tar.destroy()
    await feeding
  }
}

const ageMagic = 'age-encryption.org/'

/** Opens the file and decrypts it if it is encrypted. */
async function decrypt(file: string, passphrase: string | undefined): Promise<Readable> {
  const encrypted = await isEncrypted(file)
  const stream = createReadStream(file)
  if (!encrypted) return stream
  if (passphrase === undefined) throw new BackupError(`${file} is encrypted: set BACKUP_PASSPHRASE to its passphrase.`)
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const decrypted = await decrypter.decrypt(Readable.toWeb(stream) as ReadableStream<Uint8Array>)
  return Readable.from(decrypted as unknown as AsyncIterable<Uint8Array>, { objectMode: false })
}

async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file).catch(error => {
    throw new BackupError(describeReadError(file, error), { cause: error })
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(ageMagic.length), 0, ageMagic.length, 0)
    return buffer.subarray(0, bytesRead).toString('latin1') === ageMagic
  } finally {
    await handle.close()
  }
}

function describeReadError(file: string, error: unknown): string {
  if (errorCode(error) === 'ENOENT') return `The file ${file} does not exist.`
  return `The file ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`
}

function toBackupError(error: unknown, file: string): BackupError {
  if (error instanceof BackupError) return error
  const reason = error instanceof Error ? error.message : String(error)
  if (reason.includes('no identity matched')) return new BackupError(`The passphrase of ${file} is wrong.`)
  return new BackupError(`${file} is not a whole backup: it is damaged or incomplete (${reason}).`, { cause: error })
}
