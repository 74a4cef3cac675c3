import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { contentHash } from '../../../platform/storage/file-store.ts'
import { drawLeaf, fetchLink, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpFarmer } from '../../../testing/server/test-users.ts'
import { erasePhotos } from '../personal-data.ts'
import { findStoredPhoto, insertPhotos, photoKey, storePhoto } from './photos.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const sweep = async () => {
  await withTransaction(server.app, tx => enqueue(tx, 'sweep_files', {}))
  await server.runJobs()
}

it('a file left without a row by a crash is deleted after a day; files of analyses stay', async () => {
  const grace = await signUpFarmer(server)
  const { body } = await uploadPhoto(server, grace.token, await drawLeaf({ spots: true }).jpeg().toBuffer())
  const orphans = ['one', 'two'].map(content => photoKey(contentHash(Buffer.from(content))))
  for (const key of orphans) await server.app.files.put(key, Buffer.from('left behind'))

  await sweep()
  for (const key of orphans) expect(await server.app.files.has(key)).toBe(true)

  server.clock.advance(25 * 3600 * 1000)
  await sweep()
  for (const key of orphans) expect(await server.app.files.has(key)).toBe(false)
  for (const link of [body.image, body.heatmap].filter(Boolean)) {
    const key = new URL(link, server.url).pathname.slice('/files/'.length)
    expect((await fetchLink(server, server.app.files.signedUrl(key, server.url))).status).toBe(200)
  }
})

it('uploading the same photo as an orphaned file keeps the file, even during a sweep', async () => {
  const leaf = await drawLeaf({ seed: 4, spots: true }).jpeg().toBuffer()
  const diagnosis = await server.app.vision.diagnose(leaf)
  if (!diagnosis.isLeaf) throw new Error('the model does not recognize the synthetic leaf')
  await server.app.files.put(photoKey(contentHash(diagnosis.photoJpeg)), diagnosis.photoJpeg)
  server.clock.advance(25 * 3600 * 1000)
  const grace = await signUpFarmer(server)
  const [{ body }] = await Promise.all([uploadPhoto(server, grace.token, leaf), sweep(), sweep()])
  expect((await fetchLink(server, body.image)).status).toBe(200)
})

describe('the file of an upload that has no row yet', () => {
  const photo = { photoJpeg: Buffer.from('photo'), width: 1, height: 1 }
  const hash = contentHash(photo.photoJpeg)
  const isStored = () => server.app.files.has(photoKey(hash))

  it('outlives the erasure of the same photo of another user', async () => {
    const stored = await storePhoto(server.app, photo)
    await erasePhotos(server.app, [hash])
    expect(await isStored()).toBe(true)
    const photoIds = await withTransaction(server.app, tx => insertPhotos(server.app, tx, stored))

    // The next upload of the same bytes uses the stored file again. Now the row has to stay, too.
    const found = await findStoredPhoto(server.app, stored)
    if (!found) throw new Error('the photo is not in the store')
    await erasePhotos(server.app, [hash])
    expect(await isStored()).toBe(true)
    expect(await withTransaction(server.app, tx => insertPhotos(server.app, tx, found))).toEqual(photoIds)
    await erasePhotos(server.app, [hash])
    expect(await isStored()).toBe(false)
  })

  it('is swept only when its upload cannot be running any more', async () => {
    server.clock.advance(25 * 3600 * 1000)
    await storePhoto(server.app, photo)
    await sweep()
    expect(await isStored()).toBe(true)
    server.clock.advance(2 * 3600 * 1000)
    await sweep()
    expect(await isStored()).toBe(false)
    expect(await server.app.db.selectFrom('file_claims').select('id').execute()).toEqual([])
  })
})
