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
    ['common_rust', ['maize__common_rust', 'wheat__leaf_rust', 'beans__rust']],
    ['healthy', ['maize__healthy', 'rice__healthy', 'beans__healthy']],
    ['other_disease', ['maize__northern_leaf_blight', 'rice__blast', 'beans__angular_leaf_spot']],
  ])('most of %s are told as such, hardly any confidently as something else', async (rustClass, fineClasses) => {
    const answers = []
    for (const fineClass of fineClasses)
      for (const photo of await photosOf(fineClass))
        answers.push({ ...(await upload(w, grace.token, photo)).body, grown: fineClass.split('__')[0] })
    const right = answers.filter(({ rust_class }) => rust_class === rustClass)
    // How good the model is stands in its card; here nothing between upload and answer may spoil it.
    expect(right.length / answers.length).toBeGreaterThanOrEqual(0.6)
    const wrong = answers.filter(({ rust_class, verdict }) => verdict === 'confident' && rust_class !== rustClass)
    expect(wrong.length / answers.length).toBeLessThanOrEqual(0.15)
    const named = right.filter(({ crop }) => crop !== null)
    expect(named.filter(({ crop, grown }) => crop === grown).length / named.length).toBeGreaterThanOrEqual(0.7)
    for (const { heatmap } of right) {
      if (rustClass === 'healthy') expect(heatmap).toBeNull()
      else expect((await fetchLink(w, heatmap)).headers.get('content-type')).toBe('image/png')
    }
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
