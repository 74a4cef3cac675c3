import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentHash, type FileStore, fileKey, openFileStore } from './file-store.ts'

const photo = Uint8Array.from({ length: 3000 }, (_, i) => (i * 7) % 256)
const key = fileKey('photos', contentHash(photo), 'jpg')
const urlSecret = 'a secret of more than thirty-two characters'
const minute = 60_000

let folder: string
let s3Server: S3rver
let stores: Record<'folder' | 'S3 store', FileStore>
let now = Date.parse('2026-11-21T08:30:00Z')
const clock = { now: () => new Date(now) }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kutu-files-'))
  s3Server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'kutu' }],
  })
  const { port } = await s3Server.run()
  const common = { dataDir: folder, urlSecret }
  const s3 = {
    bucket: 'kutu',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    timeoutMs: 4000,
  }
  stores = {
    folder: openFileStore({ ...common, s3: undefined }, clock),
    'S3 store': openFileStore({ ...common, s3 }, clock),
  }
})

afterAll(async () => {
  await s3Server.close()
  await rm(folder, { recursive: true, force: true })
})

describe.each(['folder', 'S3 store'] as const)('a %s', name => {
  test('stores, returns, lists and deletes a file, and knows when it was stored', async () => {
    const files = stores[name]
    expect(await files.ping()).toBe(true)
    expect(await files.get(key)).toBeUndefined()
    expect(await files.lastModified(key)).toBeUndefined()

    await files.put(key, photo)
    await files.put(key, photo)
    const stored = await files.get(key)
    expect(stored?.contentType).toBe('image/jpeg')
    expect(Buffer.from(stored?.bytes ?? []).equals(Buffer.from(photo))).toBe(true)
    expect(await files.has(key)).toBe(true)
    expect((await files.lastModified(key))?.getTime()).toBeGreaterThan(Date.now() - 10 * minute)
    expect(await listPhotoKeys(files)).toEqual([key])

    await files.delete(key)
    await files.delete(key)
    expect(await files.has(key)).toBe(false)
    expect(await listPhotoKeys(files)).toEqual([])
  })

  test('moves a local file in and opens it as a stream', async () => {
    const files = stores[name]
    const zipKey = fileKey('exports', contentHash(Buffer.from(name)), 'zip')
    const path = join(folder, 'made.zip')
    const largeFile = Buffer.alloc(3_000_000, 7)
    await writeFile(path, largeFile)
    expect(await files.open(zipKey)).toBeUndefined()
    await files.moveIn(zipKey, path)
    await expect(stat(path)).rejects.toThrow()
    const openedFile = await files.open(zipKey)
    expect(openedFile).toMatchObject({ bytes: largeFile.length, contentType: 'application/zip' })
    expect((await buffer(openedFile?.stream ?? Readable.from([]))).equals(largeFile)).toBe(true)
    await files.delete(zipKey)
  })

  test.each(['../secrets/token', 'photos/../../secrets/url', 'photos/ab/../cd.jpg', '/etc/passwd', 'photos/ab/x.html'])(
    'rejects the key %s',
    async invalidKey => {
      await expect(stores[name].put(invalidKey, photo)).rejects.toThrow()
      expect(stores[name].secondsUntilExpiry(invalidKey, 1e12, '')).toBe(0)
    },
  )
})

async function listPhotoKeys(files: FileStore): Promise<string[]> {
  const keys: string[] = []
  for await (const some of files.listKeys('photos')) keys.push(...some)
  return keys
}

test('a directory never contains an incomplete file or leftovers of a failed write', async () => {
  const photos = Array.from({ length: 20 }, (_, i) => Uint8Array.from(photo, byte => (byte + i) % 256))
  await Promise.all(photos.map(bytes => stores.folder.put(fileKey('photos', contentHash(bytes), 'jpg'), bytes)))
  const blocked = fileKey('photos', contentHash(photo), 'jpg')
  await stores.folder.put(blocked, photo)
  expect(await readdir(join(folder, 'files', 'arriving'))).toEqual([])
  const { mode } = await stat(join(folder, 'files', blocked))
  expect(mode & 0o007).toBe(0)
})

test('a signed URL is stable for an hour, valid for one to two hours, and opens no other file', () => {
  const files = stores.folder
  const parseUrl = (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://kutu.test')
    const expires = Number(searchParams.get('expires'))
    return { key: pathname.slice('/files/'.length), expires, signature: searchParams.get('signature') ?? '' }
  }
  const address = files.signedUrl(key, 'https://kutu.test')
  const link = parseUrl(address)
  expect(link.key).toBe(key)
  expect(files.secondsUntilExpiry(link.key, link.expires, link.signature)).toBe(90 * 60)

  now += 29 * minute
  expect(files.signedUrl(key, 'https://kutu.test')).toBe(address)
  now += 2 * minute
  expect(files.signedUrl(key, 'https://kutu.test')).not.toBe(address)
  now += 58 * minute
  expect(files.secondsUntilExpiry(link.key, link.expires, link.signature)).toBe(60)

  const other = fileKey('photos', contentHash(Uint8Array.of(1)), 'jpg')
  expect(files.secondsUntilExpiry(other, link.expires, link.signature)).toBe(0)
  expect(files.secondsUntilExpiry(link.key, link.expires + 3600, link.signature)).toBe(0)
  expect(files.secondsUntilExpiry(link.key, link.expires, `${link.signature.slice(0, -1)}!`)).toBe(0)
  now += minute
  expect(files.secondsUntilExpiry(link.key, link.expires, link.signature)).toBe(0)
})

test('a link signed before a rotation of the secret works until that secret is dropped', () => {
  const open = (current: string, previousUrlSecrets: string[]) =>
    openFileStore({ dataDir: folder, s3: undefined, urlSecret: current, previousUrlSecrets }, clock)
  const newSecret = 'another secret of more than thirty-two characters'
  const link = new URL(open(urlSecret, []).signedUrl(key, 'http://localhost:8002'))
  const getLifetime = (store: FileStore, url: URL) =>
    store.secondsUntilExpiry(key, Number(url.searchParams.get('expires')), url.searchParams.get('signature') ?? '')
  expect(getLifetime(open(newSecret, [urlSecret]), link)).toBeGreaterThan(0)
  expect(getLifetime(open(newSecret, []), link)).toBe(0)
  const newLink = new URL(open(newSecret, [urlSecret]).signedUrl(key, 'http://localhost:8002'))
  expect(getLifetime(open(newSecret, []), newLink)).toBeGreaterThan(0)
})
