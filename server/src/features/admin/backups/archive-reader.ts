import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import { extract } from 'tar-stream'
import { errorCode } from '../../../platform/startup-error.ts'
import { BackupError } from './backup-error.ts'

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
