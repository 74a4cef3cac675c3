// @slow

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchLink, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

const leafData = process.env.LEAF_DATA || undefined
const perClass = 10
const title = leafData
  ? 'photos of real leaves'
  : 'photos of real leaves: not tried, because LEAF_DATA names no folder with them'

/** Reads a few photos of a fine class from the validation split, which training used for model selection only. */
async function readPhotos(fineClass: string): Promise<Buffer[]> {
  const folder = join(leafData ?? '', 'val', fineClass)
  const names = (await readdir(folder)).sort().slice(0, perClass)
  return Promise.all(names.map(name => readFile(join(folder, name))))
}

describe.skipIf(!leafData)(title, () => {
  let server: TestServer
  let grace: TestUser
  beforeAll(async () => {
    server = await startTestServer()
    grace = await signUpFarmer(server)
  })
  afterAll(() => server?.close())

  it.each([
    ['common_rust', ['maize__common_rust', 'wheat__leaf_rust', 'beans__rust']],
    ['healthy', ['maize__healthy', 'rice__healthy', 'beans__healthy']],
    ['other_disease', ['maize__northern_leaf_blight', 'rice__blast', 'beans__angular_leaf_spot']],
  ])('most photos of %s are recognized, and hardly any is confidently wrong', async (rustClass, fineClasses) => {
    const results = []
    for (const fineClass of fineClasses)
      for (const photo of await readPhotos(fineClass))
        results.push({ ...(await uploadPhoto(server, grace.token, photo)).body, labeledCrop: fineClass.split('__')[0] })
    const correct = results.filter(({ rust_class }) => rust_class === rustClass)
    // The model card reports the accuracy. This test only checks that nothing between upload and reply degrades it.
    expect(correct.length / results.length).toBeGreaterThanOrEqual(0.6)
    const wrong = results.filter(({ rust_class, verdict }) => verdict === 'confident' && rust_class !== rustClass)
    expect(wrong.length / results.length).toBeLessThanOrEqual(0.15)
    const named = correct.filter(({ crop }) => crop !== null)
    expect(named.filter(({ crop, labeledCrop }) => crop === labeledCrop).length / named.length).toBeGreaterThanOrEqual(
      0.7,
    )
    const heatmaps = correct.flatMap(({ heatmap }) => heatmap ?? [])
    if (rustClass === 'healthy') expect(heatmaps).toEqual([])
    else expect(heatmaps.length / correct.length).toBeGreaterThan(0.5)
    for (const heatmap of heatmaps)
      expect((await fetchLink(server, heatmap)).headers.get('content-type')).toBe('image/png')
  })

  it('most photos without a leaf are rejected', async () => {
    const photos = await readPhotos('other__not_leaf')
    const codes = []
    for (const photo of photos) codes.push((await uploadPhoto(server, grace.token, photo)).body.error)
    expect(codes.filter(code => code === 'not_a_leaf').length / photos.length).toBeGreaterThanOrEqual(0.7)
  })

  it('a crop that contradicts the model gives no disease and the advice to ask an expert', async () => {
    for (const photo of await readPhotos('maize__common_rust')) {
      const withoutCrop = (await uploadPhoto(server, grace.token, photo)).body
      if (withoutCrop.crop !== 'maize' || withoutCrop.verdict !== 'confident') continue
      const { body } = await uploadPhoto(server, grace.token, photo, { fields: { crop_type: 'BEANS' } })
      expect(body).toMatchObject({
        crop: 'beans',
        disease: null,
        verdict: 'uncertain',
        rust_class: withoutCrop.rust_class,
      })
      expect(body.feedback.advice[0]).not.toBe(withoutCrop.feedback.advice[0])
      return
    }
    throw new Error('no photo of maize rust got a confident answer')
  })
})
