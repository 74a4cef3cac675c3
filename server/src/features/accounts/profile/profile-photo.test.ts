import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { drawLeaf } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { givePhoto, signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
})
afterAll(() => server.close())

const fetchOwnPhoto = async ({ token }: TestUser): Promise<string | null> =>
  (await server.request('GET /api/auth/me', { token })).body.photo
const decodeDataUrl = (address: string) => Buffer.from(address.slice('data:image/jpeg;base64,'.length), 'base64')

it('a user adds a profile photo, sees it in the user record and removes it again', async () => {
  const grace = await signUpFarmer(server)
  expect(await fetchOwnPhoto(grace)).toBeNull()
  const wide = await drawLeaf({ spots: true })
    .resize(1600, 900)
    .withExif({ IFD0: { Artist: 'Grace' } })
    .jpeg()
    .toBuffer()
  const uploaded = await givePhoto(server, grace, wide)
  expect(uploaded.status).toBe(200)
  const first = uploaded.body.photo
  expect(first).toMatch(/^data:image\/jpeg;base64,/)
  const { width, height, format, exif } = await sharp(decodeDataUrl(first)).metadata()
  expect({ width, height, format, exif }).toEqual({ width: 160, height: 160, format: 'jpeg', exif: undefined })
  expect(first.length).toBeLessThan(20_000)
  expect(await fetchOwnPhoto(grace)).toBe(first)

  const other = await givePhoto(server, grace, await drawLeaf({}).png().toBuffer())
  expect(other.body.photo).not.toBe(first)
  expect(await fetchOwnPhoto(grace)).toBe(other.body.photo)

  const removed = await server.request('DELETE /api/account/photo/', { token: grace.token })
  expect([removed.status, removed.body.photo]).toEqual([200, null])
  expect(await fetchOwnPhoto(grace)).toBeNull()
  expect((await server.request('DELETE /api/account/photo/', { token: grace.token })).status).toBe(200)
})

it('the photo is only in the record of its owner', async () => {
  const [grace, okello] = [await signUpFarmer(server), await signUpExpert(server)]
  await givePhoto(server, grace, await drawLeaf({ spots: true }).jpeg().toBuffer())
  expect(await fetchOwnPhoto(okello)).toBeNull()
  expect(await fetchOwnPhoto(grace)).not.toBeNull()
})

it('a file that is no photo is rejected and the previous photo stays', async () => {
  const grace = await signUpFarmer(server)
  await givePhoto(server, grace, await drawLeaf({ spots: true }).jpeg().toBuffer())
  const before = await fetchOwnPhoto(grace)
  const refused = await givePhoto(server, grace, Buffer.from('not a photo'))
  expect([refused.status, refused.body.error]).toEqual([415, 'unsupported_type'])
  const empty = await server.request('POST /api/account/photo/', { token: grace.token, form: [] })
  expect([empty.status, empty.body.error]).toEqual([400, 'no_file'])
  expect(await fetchOwnPhoto(grace)).toBe(before)
})
