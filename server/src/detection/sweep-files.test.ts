import { afterAll, beforeAll, expect, it } from 'vitest'
import { write } from '../db/write.ts'
import { contentHash } from '../files/files.ts'
import { enqueue } from '../jobs/jobs.ts'
import { drawnLeaf, fetchLink, upload } from '../testing/drawings.ts'
import { farmer } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'
import { heatmapKey, photoKey } from './photos.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const sweep = async () => {
  await write(w.app, tx => enqueue(tx, 'sweep_files', {}))
  await w.runJobs()
}

it('a file that a crash left without a row is swept after a day; files of analyses stay', async () => {
  const grace = await farmer(w)
  const { body } = await upload(w, grace.token, await drawnLeaf({ spots: true }).jpeg().toBuffer())
  const orphans = [photoKey(contentHash(Buffer.from('one'))), heatmapKey(contentHash(Buffer.from('two')))]
  for (const key of orphans) await w.app.files.put(key, Buffer.from('left behind'))

  await sweep()
  for (const key of orphans) expect(await w.app.files.has(key)).toBe(true)

  w.clock.advance(25 * 3600 * 1000)
  await sweep()
  for (const key of orphans) expect(await w.app.files.has(key)).toBe(false)
  for (const link of [body.image, body.heatmap].filter(Boolean)) {
    const key = new URL(link, w.url).pathname.slice('/files/'.length)
    expect((await fetchLink(w, w.app.files.address(key, w.url))).status).toBe(200)
  }
})

it('an upload of the same photo as an orphan keeps its file, even while the sweep runs', async () => {
  const leaf = await drawnLeaf({ seed: 4, spots: true }).jpeg().toBuffer()
  const diagnosis = await w.app.vision.diagnose(leaf)
  if (!diagnosis.isLeaf) throw new Error('the drawing is no leaf to this model')
  await w.app.files.put(photoKey(contentHash(diagnosis.storedPhoto)), diagnosis.storedPhoto)
  w.clock.advance(25 * 3600 * 1000)
  const grace = await farmer(w)
  const [{ body }] = await Promise.all([upload(w, grace.token, leaf), sweep(), sweep()])
  expect((await fetchLink(w, body.image)).status).toBe(200)
})
