import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { drawnLeaf } from '../testing/drawings.ts'
import { expert, farmer, givePhoto, type Person } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world({ expertApproval: 'auto' })
})
afterAll(() => w.close())

const photoOf = async ({ token }: Person): Promise<string | null> =>
  (await w.call('GET /api/auth/me', { token })).body.photo
const pictureIn = (address: string) => Buffer.from(address.slice('data:image/jpeg;base64,'.length), 'base64')

it('a person gives a photo, which every later record shows, and takes it away again', async () => {
  const grace = await farmer(w)
  expect(await photoOf(grace)).toBeNull()
  const wide = await drawnLeaf({ spots: true })
    .resize(1600, 900)
    .withExif({ IFD0: { Artist: 'Grace' } })
    .jpeg()
    .toBuffer()
  const given = await givePhoto(w, grace, wide)
  expect(given.status).toBe(200)
  const first = given.body.photo
  expect(first).toMatch(/^data:image\/jpeg;base64,/)
  const { width, height, format, exif } = await sharp(pictureIn(first)).metadata()
  expect({ width, height, format, exif }).toEqual({ width: 160, height: 160, format: 'jpeg', exif: undefined })
  expect(first.length).toBeLessThan(20_000)
  expect(await photoOf(grace)).toBe(first)

  const other = await givePhoto(w, grace, await drawnLeaf({}).png().toBuffer())
  expect(other.body.photo).not.toBe(first)
  expect(await photoOf(grace)).toBe(other.body.photo)

  const taken = await w.call('DELETE /api/account/photo/', { token: grace.token })
  expect([taken.status, taken.body.photo]).toEqual([200, null])
  expect(await photoOf(grace)).toBeNull()
  expect((await w.call('DELETE /api/account/photo/', { token: grace.token })).status).toBe(200)
})

it('is in its owner’s record alone', async () => {
  const [grace, okello] = [await farmer(w), await expert(w)]
  await givePhoto(w, grace, await drawnLeaf({ spots: true }).jpeg().toBuffer())
  expect(await photoOf(okello)).toBeNull()
  expect(await photoOf(grace)).not.toBeNull()
})

it('what is no photo is refused and the one before stays', async () => {
  const grace = await farmer(w)
  await givePhoto(w, grace, await drawnLeaf({ spots: true }).jpeg().toBuffer())
  const before = await photoOf(grace)
  const refused = await givePhoto(w, grace, Buffer.from('not a photo'))
  expect([refused.status, refused.body.error]).toEqual([415, 'unsupported_type'])
  const empty = await w.call('POST /api/account/photo/', { token: grace.token, form: [] })
  expect([empty.status, empty.body.error]).toEqual([400, 'no_file'])
  expect(await photoOf(grace)).toBe(before)
})
