import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { drawLeaf } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { givePhoto, signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let w: TestServer
beforeAll(async () => {
  w = await startTestServer({ expertApproval: 'auto' })
})
afterAll(() => w.close())

const fetchOwnPhoto = async ({ token }: TestUser): Promise<string | null> =>
  (await w.request('GET /api/auth/me', { token })).body.photo
const decodeDataUrl = (address: string) => Buffer.from(address.slice('data:image/jpeg;base64,'.length), 'base64')

it('a person gives a photo, which every later record shows, and takes it away again', async () => {
  const grace = await signUpFarmer(w)
  expect(await fetchOwnPhoto(grace)).toBeNull()
  const wide = await drawLeaf({ spots: true })
    .resize(1600, 900)
    .withExif({ IFD0: { Artist: 'Grace' } })
    .jpeg()
    .toBuffer()
  const uploaded = await givePhoto(w, grace, wide)
  expect(uploaded.status).toBe(200)
  const first = uploaded.body.photo
  expect(first).toMatch(/^data:image\/jpeg;base64,/)
  const { width, height, format, exif } = await sharp(decodeDataUrl(first)).metadata()
  expect({ width, height, format, exif }).toEqual({ width: 160, height: 160, format: 'jpeg', exif: undefined })
  expect(first.length).toBeLessThan(20_000)
  expect(await fetchOwnPhoto(grace)).toBe(first)

  const other = await givePhoto(w, grace, await drawLeaf({}).png().toBuffer())
  expect(other.body.photo).not.toBe(first)
  expect(await fetchOwnPhoto(grace)).toBe(other.body.photo)

  const removed = await w.request('DELETE /api/account/photo/', { token: grace.token })
  expect([removed.status, removed.body.photo]).toEqual([200, null])
  expect(await fetchOwnPhoto(grace)).toBeNull()
  expect((await w.request('DELETE /api/account/photo/', { token: grace.token })).status).toBe(200)
})

it('is in its owner’s record alone', async () => {
  const [grace, okello] = [await signUpFarmer(w), await signUpExpert(w)]
  await givePhoto(w, grace, await drawLeaf({ spots: true }).jpeg().toBuffer())
  expect(await fetchOwnPhoto(okello)).toBeNull()
  expect(await fetchOwnPhoto(grace)).not.toBeNull()
})

it('what is no photo is refused and the one before stays', async () => {
  const grace = await signUpFarmer(w)
  await givePhoto(w, grace, await drawLeaf({ spots: true }).jpeg().toBuffer())
  const before = await fetchOwnPhoto(grace)
  const refused = await givePhoto(w, grace, Buffer.from('not a photo'))
  expect([refused.status, refused.body.error]).toEqual([415, 'unsupported_type'])
  const empty = await w.request('POST /api/account/photo/', { token: grace.token, form: [] })
  expect([empty.status, empty.body.error]).toEqual([400, 'no_file'])
  expect(await fetchOwnPhoto(grace)).toBe(before)
})
