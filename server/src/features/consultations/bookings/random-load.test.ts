// @slow
import { consultations } from '@kutu/contract/consultations/consultations'
import type { Endpoint } from '@kutu/contract/endpoint'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findInvariantViolations } from '../../../testing/features/consultation-invariants.ts'
import { createFreeSlot, hoursFromNow } from '../../../testing/features/consultations.ts'
import { sharedSecrets, spawnServersOn } from '../../../testing/processes/server-process.ts'
import { sendRequest, startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createSeveral, signUpExpert, type TestUser } from '../../../testing/server/test-users.ts'
import { createFarmers } from '../../../testing/server/user-copies.ts'

const durationMs = 4000
const clients = 24

let server: TestServer
let servers: Awaited<ReturnType<typeof spawnServersOn>>
let farmers: TestUser[]
let experts: TestUser[]
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto', tokenSecret: sharedSecrets.TOKEN_SECRET })
  farmers = await createFarmers(server, 6)
  experts = await createSeveral(2, () => signUpExpert(server))
  servers = await spawnServersOn(server, 2)
})
afterAll(async () => {
  await servers.stop()
  await server.close()
})

type Slots = { id: string; by: TestUser; begin: Date }[]
type Bookings = { id: string; of: TestUser; by: TestUser; begin: Date }[]

function pickRandom<T>(list: readonly T[]): T {
  const item = list[Math.floor(Math.random() * list.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}
/** Drops finished items sooner or later, so that the requests concentrate on open ones. */
function dropFinished<T>(list: T[], item: T): void {
  if (list.length > 6 && Math.random() < 0.3 && list.includes(item)) list.splice(list.indexOf(item), 1)
}
const later = (begin: Date, minutes: number) => new Date(begin.getTime() + minutes * 60_000).toISOString()

/** Sends one random request of a random user to one of the servers. */
async function performRandomAction(slots: Slots, bookings: Bookings) {
  const slot = pickRandom(slots)
  const booking = pickRandom(bookings)
  const send = async (name: keyof typeof consultations, { token }: TestUser, sent: object) => {
    const { method, path } = consultations[name]
    const { status, body } = await sendRequest(pickRandom(servers.urls), `${method} ${path}`, { token, ...sent })
    if (body?.error === 'slot_inactive') dropFinished(slots, slot)
    // Until its farmer is rejected too, a booking may still hold its slot.
    const isOver = name === 'cancelBooking' && token === booking.of.token && body.error === 'already_decided'
    if (isOver) dropFinished(bookings, booking)
    return { name, status, body }
  }
  const params = { id: booking.id }
  const decide = (action: string, more = {}) =>
    send('answerBooking', booking.by, { body: { booking_id: booking.id, action, ...more } })
  const actions = {
    book: async () => {
      const farmer = pickRandom(farmers)
      const made = await send('bookSlot', farmer, { body: { slot_id: slot.id } })
      if (made.status === 201) bookings.push({ id: made.body.id, of: farmer, by: slot.by, begin: slot.begin })
      return made
    },
    approve: () => decide('approve', { selected_date: later(booking.begin, pickRandom([0, 30, 90])) }),
    move: () => decide('reschedule', { selected_date: later(booking.begin, pickRandom([10, 40, 70])) }),
    reject: () => decide('reject'),
    cancel: () => send('cancelBooking', pickRandom([booking.by, booking.of]), { params, body: {} }),
    withdraw: () => send('withdrawBooking', booking.of, { params }),
    end: () => send('endSlot', slot.by, { params: { id: slot.id } }),
    offer: async () => {
      const made = await send('createSlot', slot.by, {
        body: { start_time: later(slot.begin, 0), end_time: later(slot.begin, 120) },
      })
      if (made.status === 201) slots.push({ ...slot, id: made.body.id })
      return made
    },
  }
  const { book, approve, cancel, offer } = actions
  return pickRandom([...Object.values(actions), book, book, book, approve, approve, cancel, offer])()
}

it('whatever farmers and experts do at the same time, each gets a documented response', async () => {
  const slots: Slots = []
  const bookings: Bookings = []
  for (const hours of [500, 503, 506])
    for (const by of experts) {
      const begin = hoursFromNow(server, hours)
      slots.push({ id: (await createFreeSlot(server, by, begin)).id, by, begin })
    }
  // The slots of one expert start booked, those of the other available.
  for (const slot of slots.filter(({ by }) => by === experts[0])) {
    const [of] = farmers
    const name = 'POST /api/consultations/consultations/'
    const { body } = await sendRequest(servers.urls[0] ?? '', name, { token: of?.token, body: { slot_id: slot.id } })
    if (of) bookings.push({ ...slot, id: body.id, of })
  }
  const deadline = Date.now() + durationMs
  const unexpected: unknown[] = []
  const counts = new Map<string, number>()
  const client = async () => {
    while (Date.now() < deadline) {
      const { name, status, body } = await performRandomAction(slots, bookings)
      const { errors = [], params }: Endpoint = consultations[name]
      const expected = params ? [...errors, 'not_found'] : errors
      if (status >= 300 && !expected.includes(body.error)) unexpected.push({ name, status, body })
      const outcome = `${name} ${status < 300 ? status : body.error}`
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  expect(unexpected).toEqual([])
  // Some requests must have succeeded, and more must have been rejected.
  const made = ['bookSlot 201', 'answerBooking 200']
  const refused = ['bookSlot slot_taken', 'answerBooking already_decided', 'createSlot slot_overlaps']
  for (const outcome of [...made, ...refused]) expect(counts.get(outcome), outcome).toBeGreaterThan(0)
  expect(await findInvariantViolations(server.app)).toEqual([])
})
