import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { contentHash } from '../../../platform/storage/file-store.ts'
import { drawLeaf, fetchLink, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpFarmer } from '../../../testing/server/test-users.ts'
import { erasePictures } from '../personal-data.ts'
import { findStoredPictures, heatmapKey, insertPictures, photoKey, storePictures } from './photos.ts'

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
  const orphans = [photoKey(contentHash(Buffer.from('one'))), heatmapKey(contentHash(Buffer.from('two')))]
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

describe('the files of an upload that has no rows yet', () => {
  const pictures = { photoJpeg: Buffer.from('photo'), heatmapPng: Buffer.from('heat map'), width: 1, height: 1 }
  const keys = [photoKey(contentHash(pictures.photoJpeg)), heatmapKey(contentHash(pictures.heatmapPng))]
  const erased = { photos: [contentHash(pictures.photoJpeg)], heatmaps: [contentHash(pictures.heatmapPng)] }
  const countStored = async () => {
    const stored = await Promise.all(keys.map(key => server.app.files.has(key)))
    return stored.filter(Boolean).length
  }

  it('outlive the erasure of the same pictures of another user', async () => {
    const stored = await storePictures(server.app, pictures)
    await erasePictures(server.app, erased)
    expect(await countStored()).toBe(2)
    const photoIds = await withTransaction(server.app, tx => insertPictures(server.app, tx, stored))

    // The next upload of the same bytes uses the stored files again. Now the row has to stay, too.
    const { width, height } = pictures
    const found = await findStoredPictures(server.app, { ...stored.photo, width, height }, stored.heatmapHash)
    if (!found) throw new Error('the pictures are not in the store')
    await erasePictures(server.app, erased)
    expect(await countStored()).toBe(2)
    expect(await withTransaction(server.app, tx => insertPictures(server.app, tx, found))).toEqual(photoIds)
    await erasePictures(server.app, erased)
    expect(await countStored()).toBe(0)
  })

  it('are swept only when their upload cannot be running any more', async () => {
    server.clock.advance(25 * 3600 * 1000)
    await storePictures(server.app, pictures)
    await sweep()
    expect(await countStored()).toBe(2)
    server.clock.advance(2 * 3600 * 1000)
    await sweep()
    expect(await countStored()).toBe(0)
    expect(await server.app.db.selectFrom('file_claims').select('id').execute()).toEqual([])
  })
})
