import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchLink, upload } from '../testing/drawings.ts'
import { farmer, type Person } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'

const leaves = process.env.LEAF_DATA || undefined
const perClass = 10
const title = leaves
  ? 'photos of real leaves'
  : 'photos of real leaves: not tried, because LEAF_DATA names no folder with them'

/** Photos that the training only chose by, a few of each fine class. */
async function photosOf(fineClass: string): Promise<Buffer[]> {
  const folder = join(leaves ?? '', 'val', fineClass)
  const names = (await readdir(folder)).sort().slice(0, perClass)
  return Promise.all(names.map(name => readFile(join(folder, name))))
}

describe.skipIf(!leaves)(title, () => {
  let w: World
  let grace: Person
  beforeAll(async () => {
    w = await world()
    grace = await farmer(w)
  })
  afterAll(() => w?.close())

  it.each([
    ['maize__common_rust', 'common_rust', 'maize'],
    ['wheat__leaf_rust', 'common_rust', 'wheat'],
    ['beans__rust', 'common_rust', 'beans'],
    ['rice__healthy', 'healthy', 'rice'],
    ['maize__healthy', 'healthy', 'maize'],
    ['rice__blast', 'other_disease', 'rice'],
    ['maize__northern_leaf_blight', 'other_disease', 'maize'],
  ])('most of %s are told as %s, and hardly any confidently as something else', async (fineClass, rustClass, crop) => {
    const photos = await photosOf(fineClass)
    const answers = []
    for (const photo of photos) answers.push((await upload(w, grace.token, photo)).body)
    const right = answers.filter(({ rust_class }) => rust_class === rustClass)
    expect(right.length / photos.length).toBeGreaterThanOrEqual(0.6)
    const misleading = answers.filter(({ rust_class, verdict }) => verdict === 'confident' && rust_class !== rustClass)
    expect(misleading.length).toBeLessThanOrEqual(2)
    const named = right.filter(answer => answer.crop !== null)
    expect(named.filter(answer => answer.crop === crop).length).toBeGreaterThanOrEqual(named.length / 2)
    const sure = right.find(({ verdict }) => verdict === 'confident')
    if (rustClass !== 'healthy' && sure)
      expect((await fetchLink(w, sure.heatmap)).headers.get('content-type')).toBe('image/png')
  })

  it('most photos of no leaf are refused', async () => {
    const photos = await photosOf('other__not_leaf')
    const words = []
    for (const photo of photos) words.push((await upload(w, grace.token, photo)).body.error)
    expect(words.filter(word => word === 'not_a_leaf').length / photos.length).toBeGreaterThanOrEqual(0.7)
  })

  it('a farmer who names another crop than the model sees gets no disease and the advice to ask an expert', async () => {
    for (const photo of await photosOf('maize__common_rust')) {
      const alone = (await upload(w, grace.token, photo)).body
      if (alone.crop !== 'maize' || alone.verdict !== 'confident') continue
      const { body } = await upload(w, grace.token, photo, { fields: { crop_type: 'BEANS' } })
      expect(body).toMatchObject({ crop: 'beans', disease: null, verdict: 'uncertain', rust_class: alone.rust_class })
      expect(body.feedback.advice[0]).not.toBe(alone.feedback.advice[0])
      return
    }
    throw new Error('no photo of maize rust got a confident answer')
  })
})
