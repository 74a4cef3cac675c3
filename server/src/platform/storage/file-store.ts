import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Disk } from 'flydrive'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { parseProfilePhotoKey } from './profile-photo-key.ts'

export type FileKind = 'photos' | 'heatmaps' | 'exports'
export type StoredFile = { bytes: Uint8Array; contentType: string }

const contentTypes = { jpg: 'image/jpeg', png: 'image/png', zip: 'application/zip' } as const
const keyPattern = /^(?:photos|heatmaps|exports)\/[0-9a-f]{2}\/[0-9a-f]{62}\.(jpg|png|zip)$/
const probeKey = 'ready.txt'

/** A link lives at least an hour, and stays the same for an hour so that browsers keep what they have. */
const urlWindowSeconds = 3600

/** Where photos, heat maps and exports rest: a folder, or an S3-compatible store. Pictures are named by their content. */
export class FileStore {
  readonly #disk: () => Promise<Disk>
  readonly #urlSecret: string
  readonly #clock: Clock

  constructor(disk: () => Promise<Disk>, urlSecret: string, clock: Clock) {
    this.#disk = disk
    this.#urlSecret = urlSecret
    this.#clock = clock
  }

  /** Keeps a file under its key; putting the same again changes nothing but its age. */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    const disk = await this.#disk()
    await disk.put(key, bytes, { contentType: contentTypeForKey(key) })
  }

  /** The file, or undefined when there is none. */
  async get(key: string): Promise<StoredFile | undefined> {
    const disk = await this.#disk()
    try {
      return { bytes: await disk.getBytes(key), contentType: contentTypeForKey(key) }
    } catch (error) {
      // The two drivers say "not there" differently: ask, rather than read their errors.
      if (await disk.exists(key)) throw error
      return undefined
    }
  }

  /** Takes over a file of this machine's disk, however large. */
  async moveIn(key: string, path: string): Promise<void> {
    const disk = await this.#disk()
    await disk.moveFromFs(path, key, { contentType: contentTypeForKey(key) })
  }

  /** The file bit by bit, for those too large to hold; undefined when there is none. */
  async open(key: string): Promise<{ stream: Readable; bytes: number; contentType: string } | undefined> {
    const disk = await this.#disk()
    if (!(await disk.exists(key))) return undefined
    const { contentLength } = await disk.getMetaData(key)
    return { stream: await disk.getStream(key), bytes: contentLength, contentType: contentTypeForKey(key) }
  }

  async has(key: string): Promise<boolean> {
    return (await this.#disk()).exists(key)
  }

  async delete(key: string): Promise<void> {
    await (await this.#disk()).delete(key)
  }

  /** When the file was last put, or undefined when there is none. */
  async lastModified(key: string): Promise<Date | undefined> {
    const disk = await this.#disk()
    return (await disk.exists(key)) ? (await disk.getMetaData(key)).lastModified : undefined
  }

  /** Every key of a kind, in pages as the store gives them. */
  async *listKeys(kind: FileKind): AsyncGenerator<string[]> {
    const disk = await this.#disk()
    let paginationToken: string | undefined
    do {
      const page = await disk.listAll(kind, { recursive: true, ...(paginationToken ? { paginationToken } : {}) })
      yield [...page.objects].flatMap(entry => (entry.isFile && isFileKey(entry.key) ? [entry.key] : []))
      paginationToken = page.paginationToken
    } while (paginationToken)
  }

  /**
   * A link to the file that anybody holding it may read until it expires.
   * @param origin where its reader reaches this server
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

  /** Seconds that a link still lives; 0 for one that has expired or was not made here. */
  secondsUntilExpiry(key: string, expires: number, signature: string): number {
    if (!(isFileKey(key) || parseProfilePhotoKey(key)) || !Number.isSafeInteger(expires)) return 0
    const expected = Buffer.from(this.#sign(key, expires))
    const actual = Buffer.from(signature)
    if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return 0
    return Math.max(0, expires - Math.floor(this.#clock.now().getTime() / 1000))
  }

  /** Whether the store answers. */
  async ping(): Promise<boolean> {
    const disk = await this.#disk()
    if (!(await disk.exists(probeKey))) await disk.put(probeKey, 'This file shows that the store can be written.\n')
    return true
  }

  #sign(key: string, expires: number): string {
    return createHmac('sha256', this.#urlSecret).update(`files\n${key}\n${expires}`).digest('base64url')
  }
}

/** Nothing is opened before it is needed: the S3 client alone weighs more than all the rest. */
export function openFileStore(config: Pick<Config, 's3' | 'dataDir' | 'urlSecret'>, clock: Clock): FileStore {
  let disk: Promise<Disk> | undefined
  const openDisk = async () =>
    config.s3
      ? (await import('./s3-disk.ts')).createS3Disk(config.s3)
      : (await import('./local-disk.ts')).createLocalDisk(join(config.dataDir, 'files'))
  return new FileStore(() => (disk ??= openDisk()), config.urlSecret, clock)
}

/** `photos/ab/cdef….jpg`: the first byte of the hash apart, so that no folder grows endless. */
export function fileKey(kind: FileKind, hash: string, extension: keyof typeof contentTypes): string {
  return `${kind}/${hash.slice(0, 2)}/${hash.slice(2)}.${extension}`
}

/** The hash by which equal content has one name. */
export function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

const isFileKey = (key: string) => keyPattern.test(key)

function contentTypeForKey(key: string): string {
  const extension = keyPattern.exec(key)?.[1]
  if (extension === 'jpg' || extension === 'png' || extension === 'zip') return contentTypes[extension]
  throw new Error(`no file has the key ${key}`)
}
