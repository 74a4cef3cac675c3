import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { write } from '../db/write.ts'
import { portraitKey } from '../files/portrait-key.ts'
import { enqueue } from '../jobs/jobs.ts'
import { approvedPost, comment } from '../testing/board.ts'
import { drawnLeaf, drawnWall } from '../testing/drawings.ts'
import { expert, farmer, givePhoto, newAdmin, type Person, password, signIn } from '../testing/people.ts'
import { freeSlot, pendingBooking, seeBooking, seeSlot } from '../testing/slots.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let grace: Person
beforeAll(async () => {
  w = await world({ expertApproval: 'auto' })
  grace = await farmer(w)
})
afterAll(() => w.close())

const leaf = () => drawnLeaf({ spots: true }).jpeg().toBuffer()
const base = '/api/consultations'
const inSlots = async ({ id }: Person): Promise<string | null> => {
  const { body } = await w.call(`GET ${base}/availability-slots/all/`, { token: grace.token, query: { expert: id } })
  expect(body.length).toBeGreaterThan(0)
  return body[0].expert.photo
}
const inBookings = async ({ id }: Person): Promise<string | null> => {
  const { body } = await w.call(`GET ${base}/consultations/`, { token: grace.token })
  return body.find((booking: { expert: { id: string } }) => booking.expert.id === id).expert.photo
}
const statusOf = async (link: string | null) => (await fetch(link ?? '')).status

/** An expert with a photo, a free slot and a booking of the farmer's. */
async function shownExpert() {
  const okello = await expert(w)
  await givePhoto(w, okello, await leaf())
  const slot = await freeSlot(w, okello)
  const booking = await pendingBooking(w, grace, okello)
  return { okello, slot, booking, link: (await inSlots(okello)) ?? '' }
}

it('an expert’s photo stands in the slots to book, in the farmer’s bookings and beside the expert’s comments', async () => {
  const { okello, slot, booking, link } = await shownExpert()
  const response = await fetch(link)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(response.headers.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/)
  const { width, height } = await sharp(await response.arrayBuffer()).metadata()
  expect([width, height]).toEqual([160, 160])

  expect(await inBookings(okello)).toBe(link)
  expect(booking.expert.photo).toBe(link)
  expect((await seeSlot(w, grace, slot.id)).body.expert.photo).toBe(link)
  expect((await seeBooking(w, grace, booking.id)).body.expert.photo).toBe(link)

  const { id } = await approvedPost(w, grace, okello)
  await comment(w, okello, id)
  const { body } = await w.call('GET /api/community/posts/{id}/', { token: grace.token, params: { id } })
  expect(body.expert_comments[0].expert).toEqual({ id: okello.id, username: okello.username, photo: link })
})

it('is null where an expert gave none, and a farmer’s stays with the farmer', async () => {
  const okello = await expert(w)
  await givePhoto(w, grace, await leaf())
  await freeSlot(w, okello)
  const { id } = await pendingBooking(w, grace, okello)
  expect(await inSlots(okello)).toBeNull()
  expect(await inBookings(okello)).toBeNull()
  const { body } = await w.call(`GET ${base}/consultations/manage/`, { token: okello.token })
  expect(body[0].id).toBe(id)
  expect(body[0].farmer).not.toHaveProperty('photo')
  const { changed_at } = await w.app.db
    .selectFrom('user_photos')
    .select('changed_at')
    .where('user_id', '=', grace.id)
    .executeTakeFirstOrThrow()
  expect(await statusOf(w.app.files.address(portraitKey(grace.id, changed_at), w.url))).toBe(404)
})

it('a photo taken away or given anew leaves its link nowhere', async () => {
  const { okello, link } = await shownExpert()
  w.clock.advance(1)
  await givePhoto(w, okello, await drawnWall().jpeg().toBuffer())
  expect(await statusOf(link)).toBe(404)
  const other = await inSlots(okello)
  expect(await statusOf(other)).toBe(200)

  await w.call('DELETE /api/account/photo/', { token: okello.token })
  expect(await statusOf(other)).toBe(404)
  expect([await inSlots(okello), await inBookings(okello)]).toEqual([null, null])
})

it('a closed account shows no photo any more, not by an old link either, and a forgotten person has none', async () => {
  const { token } = await newAdmin(w)
  const closed = await shownExpert()
  const change = { token, params: { id: closed.okello.id }, body: { action: 'deactivate' } }
  expect((await w.call('PUT /api/admin/users/{id}/', change)).status).toBe(200)
  expect(await inBookings(closed.okello)).toBeNull()
  expect(await statusOf(closed.link)).toBe(404)

  const leaving = await shownExpert()
  await w.call('POST /api/account/deletion/', { token: leaving.okello.token, body: { password } })
  expect(await statusOf(leaving.link)).toBe(404)
  w.clock.advance(15 * 24 * 3600_000)
  await write(w.app, tx => enqueue(tx, 'forget_leavers', {}))
  await w.runJobs()
  grace = await signIn(w, grace.email)
  expect(await inBookings(leaving.okello)).toBeNull()
  const kept = await w.app.db
    .selectFrom('user_photos')
    .where('user_id', '=', leaving.okello.id)
    .select('user_id')
    .execute()
  expect(kept).toEqual([])
})
