import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Disk } from 'flydrive'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { isMissingFile, StorageUnavailableError, toStorageError } from './storage-unavailable.ts'

export type FileKind = 'photos' | 'exports'
export type StoredFile = { bytes: Uint8Array; contentType: string }

const contentTypes = { jpg: 'image/jpeg', zip: 'application/zip' } as const
const keyPattern = /^(?:photos|exports)\/[0-9a-f]{2}\/[0-9a-f]{62}\.(jpg|zip)$/
const probeKey = 'ready.txt'
/** About as large as a small photo, so that it does not fit on a disk where no photo does. */
const probeContent = 'This file shows that the store can be written.\n'.repeat(1400)

/** More than any photo. */
const maxRepeatableBytes = 8 * 1024 * 1024

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts)
}

/** Signed URLs are valid for one to two hours and stay the same for an hour, so that browsers can cache the files. */
const urlWindowSeconds = 3600

/**
 * Store of photos and exports in a directory or an S3-compatible store. Images are named by content hash.
 * Every method throws StorageUnavailableError while an S3-compatible store does not answer or refuses. It may take
 * seconds to know that, so never wait for the store in a transaction of a request.
 */
export class FileStore {
  readonly #disk: () => Promise<Disk>
  readonly #urlSecrets: readonly [string, ...string[]]
  readonly #clock: Clock

  /** @param urlSecrets keys that sign links: the first signs, all verify */
  constructor(disk: () => Promise<Disk>, urlSecrets: readonly [string, ...string[]], clock: Clock) {
    this.#disk = disk
    this.#urlSecrets = urlSecrets
    this.#clock = clock
  }

  /** Stores a file. Storing the same content again only updates its modification time. */
  put(key: string, bytes: Uint8Array): Promise<void> {
    return this.#run(disk => disk.put(key, bytes, { contentType: contentTypeForKey(key) }))
  }

  /** Returns the file, or undefined if it does not exist. */
  get(key: string): Promise<StoredFile | undefined> {
    return this.#run(async disk => {
      try {
        return { bytes: await disk.getBytes(key), contentType: contentTypeForKey(key) }
      } catch (error) {
        if (isMissingFile(error)) return undefined
        if (toStorageError(error) instanceof StorageUnavailableError) throw error
        // A directory reports a missing file with the same error as an unreadable one, so check its existence instead.
        if (await disk.exists(key)) throw error
        return undefined
      }
    })
  }

  /**
   * Stores a file from its chunks, for files too large for memory. An object storage does not accept uploads of unknown
   * length, so `bytes` must be their exact size.
   */
  async putStream(key: string, chunks: AsyncIterable<Uint8Array>, bytes: number): Promise<void> {
    // Only bytes in memory can be sent again after a lost connection.
    if (bytes <= maxRepeatableBytes) return this.put(key, await collect(chunks))
    const stream = Readable.from(chunks, { objectMode: false })
    await this.#run(disk => disk.putStream(key, stream, { contentType: contentTypeForKey(key), contentLength: bytes }))
  }

  /** Moves a local file into the store. The file is streamed and may be of any size. */
  moveIn(key: string, path: string): Promise<void> {
    return this.#run(disk => disk.moveFromFs(path, key, { contentType: contentTypeForKey(key) }))
  }

  /** Opens a file as a stream, for files too large for memory; undefined if it does not exist. */
  open(key: string): Promise<{ stream: Readable; bytes: number; contentType: string } | undefined> {
    return this.#run(async disk => {
      if (!(await disk.exists(key))) return undefined
      const { contentLength } = await disk.getMetaData(key)
      return { stream: await disk.getStream(key), bytes: contentLength, contentType: contentTypeForKey(key) }
    })
  }

  has(key: string): Promise<boolean> {
    return this.#run(disk => disk.exists(key))
  }

  delete(key: string): Promise<void> {
    return this.#run(disk => disk.delete(key))
  }

  /** Returns when the file was last stored, or undefined if it does not exist. */
  lastModified(key: string): Promise<Date | undefined> {
    return this.#run(async disk => ((await disk.exists(key)) ? (await disk.getMetaData(key)).lastModified : undefined))
  }

  /** Iterates over all keys of a kind, in the pages that the store returns. */
  async *listKeys(kind: FileKind): AsyncGenerator<string[]> {
    let paginationToken: string | undefined
    do {
      const options = { recursive: true, ...(paginationToken ? { paginationToken } : {}) }
      const page = await this.#run(disk => disk.listAll(kind, options))
      yield [...page.objects].flatMap(entry => (entry.isFile && isFileKey(entry.key) ? [entry.key] : []))
      paginationToken = page.paginationToken
    } while (paginationToken)
  }

  /**
   * Returns a signed URL. Anyone who has it may read the file until it expires.
   * @param origin public origin of this server
   */
  signedUrl(key: string, origin: string): string {
    const now = Math.floor(this.#clock.now().getTime() / 1000)
    const expires = (Math.ceil(now / urlWindowSeconds) + 1) * urlWindowSeconds
    return this.signedUrlUntil(key, origin, new Date(expires * 1000))
  }

  signedUrlUntil(key: string, origin: string, expiresAt: Date): string {
    const expires = Math.floor(expiresAt.getTime() / 1000)
    return `${origin}/files/${key}?expires=${expires}&signature=${this.#sign(key, expires)}`
  }

  /** Verifies a signed URL. Returns the seconds until it expires, or 0 if it has expired or the signature is invalid. */
  secondsUntilExpiry(key: string, expires: number, signature: string): number {
    if (!Number.isSafeInteger(expires)) return 0
    const actual = Buffer.from(signature)
    const isSigned = this.#urlSecrets
      .map(secret => Buffer.from(this.#sign(key, expires, secret)))
      .some(expected => expected.length === actual.length && timingSafeEqual(expected, actual))
    if (!isSigned) return 0
    return Math.max(0, expires - Math.floor(this.#clock.now().getTime() / 1000))
  }

  /** Checks that the store can be written now. @throws the error of the driver */
  async ping(): Promise<boolean> {
    await this.#run(disk => disk.put(probeKey, probeContent))
    return true
  }

  async #run<T>(operation: (disk: Disk) => Promise<T>): Promise<T> {
    try {
      return await operation(await this.#disk())
    } catch (error) {
      throw toStorageError(error)
    }
  }

  #sign(key: string, expires: number, secret: string = this.#urlSecrets[0]): string {
    return createHmac('sha256', secret).update(`files\n${key}\n${expires}`).digest('base64url')
  }
}

/** Creates the file store. The driver is loaded at the first use, because the S3 client is large. */
export function openFileStore(
  config: Pick<Config, 's3' | 'dataDir' | 'urlSecret'> & Partial<Pick<Config, 'previousUrlSecrets'>>,
  clock: Clock,
): FileStore {
  let disk: Promise<Disk> | undefined
  const openDisk = async () =>
    config.s3
      ? (await import('./s3-disk.ts')).createS3Disk(config.s3)
      : (await import('./local-disk.ts')).createLocalDisk(join(config.dataDir, 'files'))
  return new FileStore(() => (disk ??= openDisk()), [config.urlSecret, ...(config.previousUrlSecrets ?? [])], clock)
}

/** Returns the key `photos/ab/cdef….jpg`. The first byte of the hash is a directory, which limits the directory size. */
export function fileKey(kind: FileKind, hash: string, extension: keyof typeof contentTypes): string {
  return `${kind}/${hash.slice(0, 2)}/${hash.slice(2)}.${extension}`
}

/** Returns the SHA-256 of the content in hex. */
export function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

const isFileKey = (key: string) => keyPattern.test(key)

function contentTypeForKey(key: string): string {
  const extension = keyPattern.exec(key)?.[1]
  if (extension === 'jpg' || extension === 'zip') return contentTypes[extension]
  throw new Error(`invalid file key: ${key}`)
}
