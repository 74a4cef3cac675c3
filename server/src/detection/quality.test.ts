import type { QualityWarning } from '@kutu/contract/detection'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawnLeaf, upload } from '../testing/drawings.ts'
import { farmer, type Person } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let amina: Person
beforeAll(async () => {
  w = await world()
  amina = await farmer(w)
})
afterAll(() => w.close())

const leaf = (seed: number) => drawnLeaf({ seed, width: 600, height: 600 })
const encoded = (picture: ReturnType<typeof leaf>) => picture.jpeg({ quality: 90 }).toBuffer()

const dark = (seed: number) => encoded(leaf(seed).linear(0.6, 0))
const small = (seed: number) => encoded(leaf(seed).resize(80, 80))
/** A thumbnail that was enlarged again. */
const blurred = (seed: number) => encoded(drawnLeaf({ seed, width: 8, height: 8 }).resize(600, 600))
const spoilt: [QualityWarning, typeof dark][] = [
  ['too_dark', dark],
  ['too_small', small],
]

describe('a photo of a leaf', () => {
  it('that is a good one has nothing said against it', async () => {
    const { status, body } = await upload(w, amina.token, await encoded(leaf(1)))
    expect([status, body.quality]).toEqual([201, []])
  })

  it.each(spoilt)(
    'that is %s is answered all the same, with the word for it, now and in the history',
    async (word, make) => {
      const { status, body } = await upload(w, amina.token, await make(2))
      expect([status, body.quality]).toEqual([201, [word]])
      const again = await w.call('GET /analysis/rust-detection/{id}/', { token: amina.token, params: { id: body.id } })
      expect(again.body.quality).toEqual([word])
      const { body: sameBytes } = await upload(w, (await farmer(w)).token, await make(2))
      expect(sameBytes.quality).toEqual([word])
    },
  )

  it('cannot be kept with a word nobody knows', async () => {
    const { body } = await upload(w, amina.token, await encoded(leaf(3)))
    const update = w.app.db
      .updateTable('analyses')
      .set({ quality: ['ugly'] as unknown as QualityWarning[] })
      .where('id', '=', body.id)
    await expect(update.execute()).rejects.toThrow('analyses_quality_is_known')
  })
})

it('of several leaves of a plant each has its own words, be it a leaf or not, and the plant those of all', async () => {
  const photos = [await encoded(leaf(5)), await dark(6), await small(7), await blurred(8)]
  const { status, body } = await w.call('POST /analysis/plant-analyses/', {
    token: amina.token,
    form: photos.map(bytes => ({ name: 'images', value: new Blob([new Uint8Array(bytes)]) })),
  })
  expect(status).toBe(201)
  const each = body.photos.map(({ quality }: { quality: string[] }) => quality)
  expect(each).toEqual([[], ['too_dark'], ['too_small'], ['too_blurred']])
  expect(body.quality).toEqual(['too_small', 'too_dark', 'too_blurred'])
})
