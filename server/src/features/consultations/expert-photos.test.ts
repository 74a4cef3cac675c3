import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withTransaction } from '../../platform/db/transaction.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { profilePhotoKey } from '../../platform/storage/profile-photo-key.ts'
import { createApprovedPost, createComment } from '../../testing/features/community.ts'
import { createFreeSlot, createPendingBooking, getBooking, getSlot } from '../../testing/features/consultations.ts'
import { drawLeaf, drawWall } from '../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import {
  createTestAdmin,
  givePhoto,
  password,
  signIn,
  signUpExpert,
  signUpFarmer,
  type TestUser,
} from '../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  grace = await signUpFarmer(server)
})
afterAll(() => server.close())

const leaf = () => drawLeaf({ spots: true }).jpeg().toBuffer()
const base = '/api/consultations'
const photoInSlots = async ({ id }: TestUser): Promise<string | null> => {
  const { body } = await server.request(`GET ${base}/availability-slots/all/`, {
    token: grace.token,
    query: { expert: id },
  })
  expect(body.length).toBeGreaterThan(0)
  return body[0].expert.photo
}
const photoInBookings = async ({ id }: TestUser): Promise<string | null> => {
  const { body } = await server.request(`GET ${base}/consultations/`, { token: grace.token })
  return body.find((booking: { expert: { id: string } }) => booking.expert.id === id).expert.photo
}
const fetchStatus = async (link: string | null) => (await fetch(link ?? '')).status

/** An expert with a photo, a free slot and a booking by the farmer. */
async function expertWithPhoto() {
  const okello = await signUpExpert(server)
  await givePhoto(server, okello, await leaf())
  const slot = await createFreeSlot(server, okello)
  const booking = await createPendingBooking(server, grace, okello)
  return { okello, slot, booking, link: (await photoInSlots(okello)) ?? '' }
}

it('an expert’s photo is shown in the slots, in the farmer’s bookings and beside the expert’s comments', async () => {
  const { okello, slot, booking, link } = await expertWithPhoto()
  const response = await fetch(link)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(response.headers.get('cache-control')).toBe('no-store')
  const { width, height } = await sharp(await response.arrayBuffer()).metadata()
  expect([width, height]).toEqual([160, 160])

  expect(await photoInBookings(okello)).toBe(link)
  expect(booking.expert.photo).toBe(link)
  expect((await getSlot(server, grace, slot.id)).body.expert.photo).toBe(link)
  expect((await getBooking(server, grace, booking.id)).body.expert.photo).toBe(link)

  const { id } = await createApprovedPost(server, grace, okello)
  await createComment(server, okello, id)
  const { body } = await server.request('GET /api/community/posts/{id}/', { token: grace.token, params: { id } })
  expect(body.expert_comments[0].expert).toEqual({ id: okello.id, username: okello.username, photo: link })
})

it('is null for an expert without a photo, and a farmer’s photo is not shown to experts', async () => {
  const okello = await signUpExpert(server)
  await givePhoto(server, grace, await leaf())
  await createFreeSlot(server, okello)
  const { id } = await createPendingBooking(server, grace, okello)
  expect(await photoInSlots(okello)).toBeNull()
  expect(await photoInBookings(okello)).toBeNull()
  const { body } = await server.request(`GET ${base}/consultations/manage/`, { token: okello.token })
  expect(body[0].id).toBe(id)
  expect(body[0].farmer).not.toHaveProperty('photo')
  const { changed_at } = await server.app.db
    .selectFrom('user_photos')
    .select('changed_at')
    .where('user_id', '=', grace.id)
    .executeTakeFirstOrThrow()
  expect(await fetchStatus(server.app.files.signedUrl(profilePhotoKey(grace.id, changed_at), server.url))).toBe(404)
})

it('the link of a photo that was removed or replaced no longer works', async () => {
  const { okello, link } = await expertWithPhoto()
  server.clock.advance(1)
  await givePhoto(server, okello, await drawWall().jpeg().toBuffer())
  expect(await fetchStatus(link)).toBe(404)
  const other = await photoInSlots(okello)
  expect(await fetchStatus(other)).toBe(200)

  await server.request('DELETE /api/account/photo/', { token: okello.token })
  expect(await fetchStatus(other)).toBe(404)
  expect([await photoInSlots(okello), await photoInBookings(okello)]).toEqual([null, null])
})

it('the photo of a closed or erased account is not shown, not even by an old link', async () => {
  const { token } = await createTestAdmin(server)
  const closed = await expertWithPhoto()
  const change = { token, params: { id: closed.okello.id }, body: { action: 'deactivate' } }
  expect((await server.request('PUT /api/admin/users/{id}/', change)).status).toBe(200)
  expect(await photoInBookings(closed.okello)).toBeNull()
  expect(await fetchStatus(closed.link)).toBe(404)

  const leaving = await expertWithPhoto()
  await server.request('POST /api/account/deletion/', { token: leaving.okello.token, body: { password } })
  expect(await fetchStatus(leaving.link)).toBe(404)
  server.clock.advance(15 * 24 * 3600_000)
  await withTransaction(server.app, tx => enqueue(tx, 'erase_due_users', {}))
  await server.runJobs()
  grace = await signIn(server, grace.email)
  expect(await photoInBookings(leaving.okello)).toBeNull()
  const remaining = await server.app.db
    .selectFrom('user_photos')
    .where('user_id', '=', leaving.okello.id)
    .select('user_id')
    .execute()
  expect(remaining).toEqual([])
})
