import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentHash, type Files, keyOf, openFiles } from './files.ts'

const photo = Uint8Array.from({ length: 3000 }, (_, i) => (i * 7) % 256)
const key = keyOf('photos', contentHash(photo), 'jpg')
const urlSecret = 'a secret of more than thirty-two characters'
const minute = 60_000

let folder: string
let store: S3rver
let stores: Record<'folder' | 'S3 store', Files>
let now = Date.parse('2026-11-21T08:30:00Z')
const clock = { now: () => new Date(now) }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kutu-files-'))
  store = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'kutu' }],
  })
  const { port } = await store.run()
  const common = { dataDir: folder, urlSecret }
  const s3 = {
    bucket: 'kutu',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  stores = {
    folder: openFiles({ ...common, s3: undefined }, clock),
    'S3 store': openFiles({ ...common, s3 }, clock),
  }
})

afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

describe.each(['folder', 'S3 store'] as const)('a %s', name => {
  test('gives back what was put, says when, lists it, and forgets what was deleted', async () => {
    const files = stores[name]
    expect(await files.check()).toBe(true)
    expect(await files.get(key)).toBeUndefined()
    expect(await files.changedAt(key)).toBeUndefined()

    await files.put(key, photo)
    await files.put(key, photo)
    const kept = await files.get(key)
    expect(kept?.contentType).toBe('image/jpeg')
    expect(Buffer.from(kept?.bytes ?? []).equals(Buffer.from(photo))).toBe(true)
    expect(await files.has(key)).toBe(true)
    expect((await files.changedAt(key))?.getTime()).toBeGreaterThan(Date.now() - 10 * minute)
    expect(await keysIn(files)).toEqual([key])

    await files.delete(key)
    await files.delete(key)
    expect(await files.has(key)).toBe(false)
    expect(await keysIn(files)).toEqual([])
  })

  test('takes over a file from the disk, which is gone from there, and opens it bit by bit', async () => {
    const files = stores[name]
    const zipKey = keyOf('exports', contentHash(Buffer.from(name)), 'zip')
    const path = join(folder, 'made.zip')
    const many = Buffer.alloc(3_000_000, 7)
    await writeFile(path, many)
    expect(await files.open(zipKey)).toBeUndefined()
    await files.takeFile(zipKey, path)
    await expect(stat(path)).rejects.toThrow()
    const opened = await files.open(zipKey)
    expect(opened).toMatchObject({ bytes: many.length, contentType: 'application/zip' })
    expect((await buffer(opened?.stream ?? Readable.from([]))).equals(many)).toBe(true)
    await files.delete(zipKey)
  })

  test.each(['../secrets/token', 'photos/../../secrets/url', 'photos/ab/../cd.jpg', '/etc/passwd', 'photos/ab/x.html'])(
    'keeps nothing under the name %s',
    async stranger => {
      await expect(stores[name].put(stranger, photo)).rejects.toThrow()
      expect(stores[name].secondsLeft(stranger, 1e12, '')).toBe(0)
    },
  )
})

async function keysIn(files: Files): Promise<string[]> {
  const keys: string[] = []
  for await (const some of files.keysOf('photos')) keys.push(...some)
  return keys
}

test('a folder never shows half a file: what arrives has no name yet, and leaves nothing when it fails', async () => {
  const many = Array.from({ length: 20 }, (_, i) => Uint8Array.from(photo, byte => (byte + i) % 256))
  await Promise.all(many.map(bytes => stores.folder.put(keyOf('photos', contentHash(bytes), 'jpg'), bytes)))
  const blocked = keyOf('heatmaps', contentHash(photo), 'png')
  await stores.folder.put(blocked, photo)
  expect(await readdir(join(folder, 'files', 'arriving'))).toEqual([])
  const { mode } = await stat(join(folder, 'files', blocked))
  expect(mode & 0o007).toBe(0)
})

test('a link is the same for an hour, lives one to two hours, and fits no other file', () => {
  const files = stores.folder
  const read = (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://kutu.test')
    const expires = Number(searchParams.get('expires'))
    return { key: pathname.slice('/files/'.length), expires, signature: searchParams.get('signature') ?? '' }
  }
  const address = files.address(key, 'https://kutu.test')
  const link = read(address)
  expect(link.key).toBe(key)
  expect(files.secondsLeft(link.key, link.expires, link.signature)).toBe(90 * 60)

  now += 29 * minute
  expect(files.address(key, 'https://kutu.test')).toBe(address)
  now += 2 * minute
  expect(files.address(key, 'https://kutu.test')).not.toBe(address)
  now += 58 * minute
  expect(files.secondsLeft(link.key, link.expires, link.signature)).toBe(60)

  const other = keyOf('photos', contentHash(Uint8Array.of(1)), 'jpg')
  expect(files.secondsLeft(other, link.expires, link.signature)).toBe(0)
  expect(files.secondsLeft(link.key, link.expires + 3600, link.signature)).toBe(0)
  expect(files.secondsLeft(link.key, link.expires, `${link.signature.slice(0, -1)}!`)).toBe(0)
  now += minute
  expect(files.secondsLeft(link.key, link.expires, link.signature)).toBe(0)
})
