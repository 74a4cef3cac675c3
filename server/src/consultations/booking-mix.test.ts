import { consultations } from '@kutu/contract/consultations'
import type { Endpoint } from '@kutu/contract/endpoint'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { crowd } from '../testing/crowd.ts'
import { expert, type Person, several } from '../testing/people.ts'
import { serversOn, sharedSecrets } from '../testing/server-process.ts'
import { brokenInvariants } from '../testing/slot-invariants.ts'
import { freeSlot, inHours } from '../testing/slots.ts'
import { callOver, type World, world } from '../testing/world.ts'

const forMs = 4000
const clients = 24

let w: World
let servers: Awaited<ReturnType<typeof serversOn>>
let farmers: Person[]
let experts: Person[]
beforeAll(async () => {
  w = await world({ expertApproval: 'auto', tokenSecret: sharedSecrets.TOKEN_SECRET })
  farmers = await crowd(w, 6)
  experts = await several(2, () => expert(w))
  servers = await serversOn(w, 2)
})
afterAll(async () => {
  await servers.stop()
  await w.close()
})

type Slots = { id: string; by: Person; begin: Date }[]
type Bookings = { id: string; of: Person; by: Person; begin: Date }[]

function anyOf<T>(list: readonly T[]): T {
  const one = list[Math.floor(Math.random() * list.length)]
  if (one === undefined) throw new Error('nothing to choose from')
  return one
}
/** Whatever is over is fought about a little longer, then left. */
function leave<T>(list: T[], one: T): void {
  if (list.length > 6 && Math.random() < 0.3 && list.includes(one)) list.splice(list.indexOf(one), 1)
}
const later = (begin: Date, minutes: number) => new Date(begin.getTime() + minutes * 60_000).toISOString()

/** One act of somebody at one of the servers: what was called, and what came back. */
async function act(slots: Slots, bookings: Bookings) {
  const slot = anyOf(slots)
  const booking = anyOf(bookings)
  const send = async (name: keyof typeof consultations, { token }: Person, sent: object) => {
    const { method, path } = consultations[name]
    const { status, body } = await callOver(anyOf(servers.urls), `${method} ${path}`, { token, ...sent })
    if (body?.error === 'slot_inactive') leave(slots, slot)
    // A farmer may cancel whatever still holds its slot.
    const isOver = name === 'cancelBooking' && token === booking.of.token && body.error === 'already_decided'
    if (isOver) leave(bookings, booking)
    return { name, status, body }
  }
  const params = { id: booking.id }
  const answered = (action: string, more = {}) =>
    send('answerBooking', booking.by, { body: { booking_id: booking.id, action, ...more } })
  const acts = {
    book: async () => {
      const farmer = anyOf(farmers)
      const made = await send('bookSlot', farmer, { body: { slot_id: slot.id } })
      if (made.status === 201) bookings.push({ id: made.body.id, of: farmer, by: slot.by, begin: slot.begin })
      return made
    },
    approve: () => answered('approve', { selected_date: later(booking.begin, anyOf([0, 30, 90])) }),
    move: () => answered('reschedule', { selected_date: later(booking.begin, anyOf([10, 40, 70])) }),
    reject: () => answered('reject'),
    cancel: () => send('cancelBooking', anyOf([booking.by, booking.of]), { params, body: {} }),
    withdraw: () => send('withdrawBooking', booking.of, { params }),
    end: () => send('endSlot', slot.by, { params: { id: slot.id } }),
    offer: async () => {
      const made = await send('createSlot', slot.by, {
        body: { start_time: later(slot.begin, 0), end_time: later(slot.begin, 120) },
      })
      if (made.status === 201) slots.push({ ...slot, id: made.body.id })
      return made
    },
    repeat: () =>
      send('repeatSlot', slot.by, {
        body: { start_time: later(slot.begin, 60), end_time: later(slot.begin, 150), weeks: 2 },
      }),
  }
  const { book, approve, cancel, offer } = acts
  return anyOf([...Object.values(acts), book, book, book, approve, approve, cancel, offer])()
}

it('whatever farmers and experts do at once, each is told what became of it', async () => {
  const slots: Slots = []
  const bookings: Bookings = []
  for (const hours of [500, 503, 506])
    for (const by of experts) {
      const begin = inHours(w, hours)
      slots.push({ id: (await freeSlot(w, by, begin)).id, by, begin })
    }
  // One expert's are taken from the beginning, the other's free.
  for (const slot of slots.filter(({ by }) => by === experts[0])) {
    const [of] = farmers
    const name = 'POST /api/consultations/consultations/'
    const { body } = await callOver(servers.urls[0] ?? '', name, { token: of?.token, body: { slot_id: slot.id } })
    if (of) bookings.push({ ...slot, id: body.id, of })
  }
  const until = Date.now() + forMs
  const odd: unknown[] = []
  const counts = new Map<string, number>()
  const client = async () => {
    while (Date.now() < until) {
      const { name, status, body } = await act(slots, bookings)
      const { errors = [] }: Endpoint = consultations[name]
      if (status >= 300 && !errors.includes(body.error)) odd.push({ name, status, body })
      const what = `${name} ${status < 300 ? status : body.error}`
      counts.set(what, (counts.get(what) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  expect(odd).toEqual([])
  // Moves were made, and many more in vain.
  const made = ['bookSlot 201', 'answerBooking 200']
  const refused = ['bookSlot slot_taken', 'answerBooking already_decided', 'createSlot slot_overlaps']
  for (const what of [...made, ...refused]) expect(counts.get(what), what).toBeGreaterThan(0)
  expect(await brokenInvariants(w.app)).toEqual([])
})
