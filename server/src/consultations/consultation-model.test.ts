import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expert, farmer, type Person, several, signIn } from '../testing/people.ts'
import { brokenInvariants } from '../testing/slot-invariants.ts'
import * as model from '../testing/slot-model.ts'
import { type Answered, type World, world } from '../testing/world.ts'
import { settleSlots } from './settle.ts'

let w: World
let farmers: Person[]
let experts: Person[]
const state: model.Model = { slots: [], bookings: [] }
beforeAll(async () => {
  w = await world({ expertApproval: 'auto' })
  farmers = await several(2, () => farmer(w))
  experts = await several(2, () => expert(w))
})
afterAll(() => w.close())

const second = 1000
const week = 7 * 24 * 3600 * second
const now = () => w.clock.now().getTime()
const iso = (at: number) => new Date(at).toISOString()

/** Of those there are the newest few, so that random hands meet. */
const picked = <T>(all: readonly T[], at: number): T | undefined => all.at(-1 - (at % Math.min(all.length, 6)))
const of = (people: readonly Person[], at: number): Person => {
  const person = people[at % people.length]
  if (!person) throw new Error('nobody')
  return person
}
/** Mostly the one whose it is, else anybody. */
const mostly = (people: readonly Person[], id: string, { who, length }: Step): Person =>
  (length > 1 ? people.find(person => person.id === id) : undefined) ?? of(people, who)
/** What came of a call: its word, or the status of what was done. */
const outcome = ({ status, body }: Answered) => body?.error ?? status
type Done = { expected: unknown; answered: Answered }
type Step = { what: string; who: number; which: number; at: number; length: number }

const call = (name: Parameters<World['call']>[0], { token }: Person, sent: object = {}) =>
  w.call(name, { token, ...sent })

async function offer({ who, at, length, which }: Step, weeks: number): Promise<Done> {
  const by = of(experts, who)
  const first = { start: now() + (at - 1) * 15 * second, end: now() + (at - 1 + length) * 15 * second }
  const times = Array.from({ length: weeks }, (_, i) => ({ start: first.start + i * week, end: first.end + i * week }))
  const expected = model.offering(state, by.id, times, now())
  const body = { start_time: iso(first.start), end_time: iso(first.end) }
  const answered = await (which % 2 || weeks > 1
    ? call('POST /api/consultations/availability-slots/weekly/', by, { body: { ...body, weeks } })
    : call('POST /api/consultations/availability-slots/', by, { body }))
  const made: { id: string }[] = answered.status === 201 ? (answered.body.results ?? [answered.body]) : []
  for (const [i, { id }] of made.entries())
    state.slots.push({ id, expert: by.id, ...(times[i] ?? first), isEnded: false, held: undefined })
  return { expected, answered }
}

async function book({ who, which }: Step): Promise<Done | undefined> {
  const [by, slot] = [of(farmers, who), picked(state.slots, which)]
  if (!slot) return undefined
  const expected = model.booking(slot, now())
  const answered = await call('POST /api/consultations/consultations/', by, { body: { slot_id: slot.id } })
  if (answered.status === 201) {
    slot.held = answered.body.id
    state.bookings.push({ id: answered.body.id, slot, farmer: by.id, status: 'pending', ended: null, at: undefined })
  }
  return { expected, answered }
}

async function answer(step: Step, action: 'approve' | 'reject' | 'reschedule'): Promise<Done | undefined> {
  const booking = picked(state.bookings, step.which)
  if (!booking) return undefined
  const by = mostly(experts, booking.slot.expert, step)
  const time = booking.slot.start + (step.at - 1) * 7 * second
  const asked = { by: by.id, at: time, now: now() }
  const expected =
    action === 'reject' ? model.rejecting(booking, by.id) : model.setting(state, booking, { ...asked, move: action })
  const body = { booking_id: booking.id, action, selected_date: action === 'reject' ? '' : iso(time) }
  const answered = await call('PUT /api/consultations/consultations/manage/', by, { body })
  if (answered.status === 200 && action === 'reject') model.end(booking, 'rejected')
  else if (answered.status === 200) Object.assign(booking, { status: 'approved', at: time })
  return { expected, answered }
}

async function cancel(step: Step, isWithdrawn: boolean): Promise<Done | undefined> {
  const booking = picked(state.bookings, step.which)
  if (!booking) return undefined
  const whose = step.at % 2 ? booking.farmer : booking.slot.expert
  const by = isWithdrawn ? mostly(farmers, booking.farmer, step) : mostly([...farmers, ...experts], whose, step)
  const params = { id: booking.id }
  const expected = isWithdrawn ? model.withdrawing(booking, by.id) : model.cancelling(booking, by.id, now())
  const answered = isWithdrawn
    ? await call('DELETE /api/consultations/consultations/{id}/', by, { params })
    : await call('PUT /api/consultations/consultations/{id}/cancel/', by, { params, body: {} })
  if (answered.status < 300) model.end(booking, 'cancelled')
  return { expected, answered }
}

async function endSlot({ who, which }: Step): Promise<Done | undefined> {
  const [by, slot] = [of(experts, who), picked(state.slots, which)]
  if (!slot) return undefined
  const expected = model.ending(slot, by.id, now())
  const answered = await call('PUT /api/consultations/availability-slots/end/{id}/', by, { params: { id: slot.id } })
  if (answered.status === 200) slot.isEnded = true
  return { expected, answered }
}

async function settle(): Promise<undefined> {
  await settleSlots(w.app)
  model.settle(state, now())
}

const acts: Record<string, (step: Step) => Promise<Done | undefined>> = {
  offer: step => offer(step, 1),
  repeat: step => offer(step, 1 + (step.which % 3)),
  book,
  approve: step => answer(step, 'approve'),
  reject: step => answer(step, 'reject'),
  reschedule: step => answer(step, 'reschedule'),
  cancel: step => cancel(step, false),
  withdraw: step => cancel(step, true),
  endSlot,
  settle,
  pass: async ({ at }) => void w.clock.advance(at * 2 * second),
}
const weighted = [
  'offer',
  'offer',
  'offer',
  'book',
  'book',
  'book',
  'book',
  'approve',
  'approve',
  'approve',
  'reschedule',
  ...Object.keys(acts),
]
const step = fc.record({
  what: fc.constantFrom(...weighted),
  who: fc.nat(5),
  which: fc.nat(7),
  at: fc.nat(10),
  length: fc.integer({ min: 0, max: 8 }),
})

/** Past all slots of the round before but those weeks ahead; sign-ins last some minutes only. */
async function freshRound(): Promise<void> {
  w.clock.advance(600 * second)
  await settle()
  farmers = await Promise.all(farmers.map(({ email }) => signIn(w, email)))
  experts = await Promise.all(experts.map(({ email }) => signIn(w, email)))
}

async function asStored() {
  const slots = await w.app.db.selectFrom('availability_slots').select(['id', 'live_booking_id', 'closed_by']).execute()
  const bookings = await w.app.db.selectFrom('bookings').select(['id', 'status', 'ended', 'selected_date']).execute()
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id)
  return {
    slots: slots
      .map(({ id, live_booking_id, closed_by }) => ({
        id,
        held: live_booking_id ?? undefined,
        isEnded: closed_by === 'expert',
      }))
      .sort(byId),
    bookings: bookings.map(({ selected_date, ...each }) => ({ ...each, at: selected_date?.getTime() })).sort(byId),
  }
}
const asModelled = () => ({
  slots: state.slots.map(({ id, held, isEnded }) => ({ id, held, isEnded })).sort((a, b) => a.id.localeCompare(b.id)),
  bookings: state.bookings
    .map(({ id, status, ended, at }) => ({ id, status, ended, at }))
    .sort((a, b) => a.id.localeCompare(b.id)),
})

const seen = new Map<string, number>()

it('whatever is done in whatever order, each answer and what is stored are as the plain model says', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 80, size: 'max' }), async steps => {
    await freshRound()
    for (const [i, each] of steps.entries()) {
      const done = await acts[each.what]?.(each)
      if (!done) continue
      seen.set(`${each.what} ${outcome(done.answered)}`, (seen.get(`${each.what} ${outcome(done.answered)}`) ?? 0) + 1)
      expect([i, each.what, outcome(done.answered)]).toEqual([i, each.what, done.expected])
    }
    expect(await asStored()).toEqual(asModelled())
    expect(await brokenInvariants(w.app)).toEqual([])
  })
  await fc.assert(property, { numRuns: 20, endOnFailure: true })
  // A run that never met these would prove little.
  for (const met of [
    'offer 201',
    'offer slot_overlaps',
    'repeat slot_overlaps',
    'book 201',
    'book slot_taken',
    'approve 200',
    'approve already_decided',
    'approve not_found',
    'approve validation_failed',
    'reject 200',
    'reschedule 200',
    'cancel 200',
    'withdraw 204',
    'endSlot 200',
    'endSlot slot_booked',
  ])
    expect([met, seen.get(met) ?? 0]).toEqual([met, expect.toSatisfy((times: number) => times > 0)])
}, 240_000)

it('however many hands do it at once, what must never be never is, and nothing breaks', async () => {
  const property = fc.asyncProperty(
    fc.array(fc.array(step, { minLength: 6, maxLength: 12 }), { minLength: 6, maxLength: 8, size: 'max' }),
    async batches => {
      await freshRound()
      for (const batch of batches) {
        const done = await Promise.all(batch.map(each => acts[each.what]?.(each)))
        for (const each of done) if (each) expect(each.answered.status).toBeLessThan(500)
        expect(await brokenInvariants(w.app)).toEqual([])
      }
    },
  )
  await fc.assert(property, { numRuns: 10, endOnFailure: true })
}, 240_000)
