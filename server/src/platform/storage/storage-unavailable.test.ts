// @slow

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { erasePhotos } from '../../features/detection/personal-data.ts'
import { photoKey, storePhoto } from '../../features/detection/photos/photos.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/test-database.ts'
import { type ObjectStorage, startObjectStorage } from '../../testing/fakes/object-storage.ts'
import { drawLeaf, fetchLink, uploadPhoto } from '../../testing/images/synthetic-photos.ts'
import { waitUntil } from '../../testing/processes/spawn-script.ts'
import { startTestServer, type TestResponse, type TestServer } from '../../testing/server/test-server.ts'
import { signUpFarmer, type TestUser } from '../../testing/server/test-users.ts'
import { contentHash, fileKey } from './file-store.ts'
import { StorageUnavailableError } from './storage-unavailable.ts'

const poolSize = 3

let storage: ObjectStorage
let database: TestDatabase
let server: TestServer
let grace: TestUser
const lines: string[] = []
beforeAll(async () => {
  storage = await startObjectStorage({ timeoutMs: 1500 })
  database = await createTestDatabase({ poolSize })
  server = await startTestServer(
    { s3: storage.s3, logLevel: 'warn' },
    { database, logTo: { write: line => lines.push(line) } },
  )
  grace = await signUpFarmer(server)
})
afterAll(async () => {
  await server.close()
  await storage.close()
})
beforeEach(() => {
  storage.resume()
  lines.length = 0
})

let seed = 0
/** Uploads a photo that the server has not seen yet. */
const uploadLeaf = async (on = server, token = grace.token, headers: Record<string, string> = {}) =>
  uploadPhoto(on, token, await drawLeaf({ spots: true, seed: ++seed }).jpeg().toBuffer(), { headers })
const listAnalyses = () => server.request('GET /analysis/rust-detection/', { token: grace.token })

function expectStorageUnavailable({ status, body, headers }: TestResponse): void {
  expect([status, body]).toEqual([503, { status: 503, error: 'storage_unavailable', message: expect.any(String) }])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
}

describe('an object storage that accepts connections and never answers', () => {
  it('does not keep other requests from the database while uploads wait', async () => {
    const slowStorage = await startObjectStorage({ timeoutMs: 60_000 })
    const slowDatabase = await createTestDatabase({ poolSize })
    const slow = await startTestServer({ s3: slowStorage.s3 }, { database: slowDatabase })
    try {
      const { token } = await signUpFarmer(slow)
      slowStorage.hang()
      // More uploads than database connections, some of them with an Idempotency-Key.
      const uploads = Array.from({ length: poolSize * 2 }, (_, i) =>
        uploadLeaf(slow, token, i % 2 === 0 ? {} : { 'idempotency-key': `photo ${i}` }),
      )
      await waitUntil(() => slowStorage.waiting() >= poolSize)
      const { status } = await slow.request('GET /api/community/posts/', { token })
      expect(status).toBe(200)
      await waitUntil(() => slowStorage.waiting() >= poolSize * 2)
      slowStorage.resume()
      for (const uploaded of await Promise.all(uploads)) expect(uploaded.status).toBe(201)
    } finally {
      await slow.close()
      await slowStorage.close()
    }
  })

  it('holds no transaction while a file is deleted, and an upload of the same content waits for it', async () => {
    const slowStorage = await startObjectStorage({ timeoutMs: 60_000 })
    const slowDatabase = await createTestDatabase({ poolSize })
    const slow = await startTestServer({ s3: slowStorage.s3 }, { database: slowDatabase })
    const listTransactions = async () => {
      const { rows } = await sql<{ query: string }>`select query from pg_stat_activity
        where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`.execute(slow.app.db)
      return rows.map(({ query }) => query)
    }
    try {
      const pictures = { photoJpeg: Buffer.from('photo'), width: 1, height: 1 }
      const hash = contentHash(pictures.photoJpeg)
      const key = photoKey(hash)
      await slow.app.files.put(key, pictures.photoJpeg)
      slowStorage.hang()
      const erased = erasePhotos(slow.app, [hash])
      await waitUntil(() => slowStorage.waiting() === 1)
      const stored = storePhoto(slow.app, pictures)
      await expect
        .poll(() => slow.app.db.selectFrom('file_claims').select('id').where('key', '=', key).execute())
        .toHaveLength(1)
      expect(await listTransactions()).toEqual([])
      slowStorage.resume()
      await Promise.all([erased, stored])
      expect(await slow.app.files.has(key)).toBe(true)
    } finally {
      await slow.close()
      await slowStorage.close()
    }
  })

  it('gives uploads 503 with Retry-After, and the same request succeeds later', async () => {
    const key = { 'idempotency-key': 'again' }
    const leaf = await drawLeaf({ spots: true, seed: ++seed }).jpeg().toBuffer()
    const upload = () => uploadPhoto(server, grace.token, leaf, { headers: key })
    const { count } = (await listAnalyses()).body
    storage.hang()
    expectStorageUnavailable(await upload())
    expect((await listAnalyses()).body.count).toBe(count)
    storage.resume()
    const { status, body } = await upload()
    expect(status).toBe(201)
    expect((await fetchLink(server, body.image)).status).toBe(200)
    expect((await listAnalyses()).body.count).toBe(count + 1)
  })

  it('gives photos 503 with Retry-After in the language of the reader, and one warning in the log', async () => {
    const { body } = await uploadLeaf()
    storage.hang()
    const response = await fetch(new URL(body.image, server.url), { headers: { 'accept-language': 'sw' } })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '15'])
    expect(await response.json()).toMatchObject({
      error: 'storage_unavailable',
      message: expect.stringContaining('picha'),
    })
    expect(lines.map(line => JSON.parse(line)).map(({ level, msg }) => ({ level, msg }))).toEqual([
      { level: 40, msg: 'the file storage is unavailable' },
    ])
  })

  it('fails the readiness check until it answers again', async () => {
    storage.hang()
    await expect(server.app.files.ping()).rejects.toThrow(StorageUnavailableError)
    storage.resume()
    expect(await server.app.files.ping()).toBe(true)
  })
})

describe('an object storage that refuses', () => {
  it.each([
    ['an unknown key', { accessKeyId: 'UNKNOWN' }],
    ['a missing bucket', { bucket: 'missing' }],
    ['a closed port', { endpoint: 'http://127.0.0.1:1' }],
  ])('because of %s gives uploads and photos 503 with Retry-After', async (_, change) => {
    const refused = await startTestServer({ s3: { ...storage.s3, ...change } })
    try {
      expectStorageUnavailable(await uploadLeaf(refused, (await signUpFarmer(refused)).token))
      const link = refused.app.files.signedUrl(
        fileKey('photos', contentHash(Buffer.from('a photo')), 'jpg'),
        refused.url,
      )
      const response = await fetch(link)
      expect(response.status).toBe(503)
      expect(await response.json()).toMatchObject({ error: 'storage_unavailable' })
      await expect(refused.app.files.ping()).rejects.toThrow(StorageUnavailableError)
    } finally {
      await refused.close()
    }
  })
})

it('a request whose connection is cut is sent once more', async () => {
  storage.cut(1)
  expect((await uploadLeaf()).status).toBe(201)
  expect(lines).toEqual([])
})
