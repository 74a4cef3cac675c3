// @slow
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findInvariantViolations } from '../../testing/features/consultation-invariants.ts'
import * as model from '../../testing/features/consultation-model.ts'
import { startTestServer, type TestResponse, type TestServer } from '../../testing/server/test-server.ts'
import { createSeveral, signIn, signUpExpert, signUpFarmer, type TestUser } from '../../testing/server/test-users.ts'
import { expireSlots } from './slots/slot-expiry.ts'

let server: TestServer
let farmers: TestUser[]
let experts: TestUser[]
const state: model.Model = { slots: [], bookings: [] }
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  farmers = await createSeveral(2, () => signUpFarmer(server))
  experts = await createSeveral(2, () => signUpExpert(server))
})
afterAll(() => server.close())

const second = 1000
const now = () => server.clock.now().getTime()
const iso = (at: number) => new Date(at).toISOString()

/** Picks one of the six newest items, so that random actions meet. */
const pickRecent = <T>(all: readonly T[], at: number): T | undefined => all.at(-1 - (at % Math.min(all.length, 6)))
const pickPerson = (people: readonly TestUser[], at: number): TestUser => {
  const person = people[at % people.length]
  if (!person) throw new Error('no user')
  return person
}
/** Usually returns the user with this id, otherwise any user. */
const usually = (people: readonly TestUser[], id: string, { userIndex, length }: Step): TestUser =>
  (length > 1 ? people.find(person => person.id === id) : undefined) ?? pickPerson(people, userIndex)
/** Returns the error code of a response, or its status if it succeeded. */
const outcome = ({ status, body }: TestResponse) => body?.error ?? status
type StepResult = { expected: unknown; response: TestResponse }
type Step = { action: string; userIndex: number; itemIndex: number; at: number; length: number }

const call = (name: Parameters<TestServer['request']>[0], { token }: TestUser, sent: object = {}) =>
  server.request(name, { token, ...sent })

async function offer({ userIndex, at, length }: Step): Promise<StepResult> {
  const by = pickPerson(experts, userIndex)
  const time = { start: now() + (at - 1) * 15 * second, end: now() + (at - 1 + length) * 15 * second }
  const expected = model.expectedOfferResult(state, by.id, time, now())
  const body = { start_time: iso(time.start), end_time: iso(time.end) }
  const response = await call('POST /api/consultations/availability-slots/', by, { body })
  if (response.status === 201)
    state.slots.push({ id: response.body.id, expert: by.id, ...time, isEnded: false, heldBy: undefined })
  return { expected, response }
}

async function book({ userIndex, itemIndex }: Step): Promise<StepResult | undefined> {
  const [by, slot] = [pickPerson(farmers, userIndex), pickRecent(state.slots, itemIndex)]
  if (!slot) return undefined
  const expected = model.expectedBookingResult(slot, now())
  const response = await call('POST /api/consultations/consultations/', by, { body: { slot_id: slot.id } })
  if (response.status === 201) {
    slot.heldBy = response.body.id
    state.bookings.push({
      id: response.body.id,
      slot,
      farmer: by.id,
      status: 'pending',
      ended: null,
      startsAt: undefined,
    })
  }
  return { expected, response }
}

async function answer(step: Step, action: 'approve' | 'reject' | 'reschedule'): Promise<StepResult | undefined> {
  const booking = pickRecent(state.bookings, step.itemIndex)
  if (!booking) return undefined
  const by = usually(experts, booking.slot.expert, step)
  const time = booking.slot.start + (step.at - 1) * 7 * second
  const options = { userId: by.id, startsAt: time, now: now() }
  const expected =
    action === 'reject'
      ? model.expectedRejectResult(booking, by.id)
      : model.expectedScheduleResult(state, booking, { ...options, action: action })
  const body = { booking_id: booking.id, action, selected_date: action === 'reject' ? '' : iso(time) }
  const response = await call('PUT /api/consultations/consultations/manage/', by, { body })
  if (response.status === 200 && action === 'reject') model.endBooking(booking, 'rejected')
  else if (response.status === 200) {
    booking.status = 'approved'
    booking.startsAt = time
  }
  return { expected, response }
}

async function cancel(step: Step, isWithdrawn: boolean): Promise<StepResult | undefined> {
  const booking = pickRecent(state.bookings, step.itemIndex)
  if (!booking) return undefined
  const whose = step.at % 2 ? booking.farmer : booking.slot.expert
  const by = isWithdrawn ? usually(farmers, booking.farmer, step) : usually([...farmers, ...experts], whose, step)
  const params = { id: booking.id }
  const expected = isWithdrawn
    ? model.expectedWithdrawResult(booking, by.id)
    : model.expectedCancelResult(booking, by.id, now())
  const response = isWithdrawn
    ? await call('DELETE /api/consultations/consultations/{id}/', by, { params })
    : await call('PUT /api/consultations/consultations/{id}/cancel/', by, { params, body: {} })
  if (response.status < 300) model.endBooking(booking, 'cancelled')
  return { expected, response }
}

async function endSlot({ userIndex, itemIndex }: Step): Promise<StepResult | undefined> {
  const [by, slot] = [pickPerson(experts, userIndex), pickRecent(state.slots, itemIndex)]
  if (!slot) return undefined
  const expected = model.expectedEndSlotResult(slot, by.id, now())
  const response = await call('PUT /api/consultations/availability-slots/end/{id}/', by, { params: { id: slot.id } })
  if (response.status === 200) slot.isEnded = true
  return { expected, response }
}

async function expire(): Promise<undefined> {
  await expireSlots(server.app)
  model.expireBookings(state, now())
}

const actions: Record<string, (step: Step) => Promise<StepResult | undefined>> = {
  offer,
  book,
  approve: step => answer(step, 'approve'),
  reject: step => answer(step, 'reject'),
  reschedule: step => answer(step, 'reschedule'),
  cancel: step => cancel(step, false),
  withdraw: step => cancel(step, true),
  endSlot,
  expire,
  pass: async ({ at }) => void server.clock.advance(at * 2 * second),
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
  ...Object.keys(actions),
]
const step = fc.record({
  action: fc.constantFrom(...weighted),
  userIndex: fc.nat(5),
  itemIndex: fc.nat(7),
  at: fc.nat(10),
  length: fc.integer({ min: 0, max: 8 }),
})

/**
 * Advances the clock past all slots of the previous round. Sessions last only minutes, so everyone signs in again.
 */
async function freshRound(): Promise<void> {
  server.clock.advance(600 * second)
  await expire()
  farmers = await Promise.all(farmers.map(({ email }) => signIn(server, email)))
  experts = await Promise.all(experts.map(({ email }) => signIn(server, email)))
}

async function asStored() {
  const slots = await server.app.db
    .selectFrom('availability_slots')
    .select(['id', 'live_booking_id', 'closed_by'])
    .execute()
  const bookings = await server.app.db
    .selectFrom('bookings')
    .select(['id', 'status', 'ended', 'selected_date'])
    .execute()
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id)
  return {
    slots: slots
      .map(({ id, live_booking_id, closed_by }) => ({
        id,
        held: live_booking_id ?? undefined,
        isEnded: closed_by === 'expert',
      }))
      .sort(byId),
    bookings: bookings
      .map(({ selected_date, ...each }) => ({ ...each, startsAt: selected_date?.getTime() }))
      .sort(byId),
  }
}
const asModelled = () => ({
  slots: state.slots
    .map(({ id, heldBy: held, isEnded }) => ({ id, held, isEnded }))
    .sort((a, b) => a.id.localeCompare(b.id)),
  bookings: state.bookings
    .map(({ id, status, ended, startsAt }) => ({ id, status, ended, startsAt }))
    .sort((a, b) => a.id.localeCompare(b.id)),
})

const outcomeCounts = new Map<string, number>()

it('every sequence of requests gives the responses and the stored state that the model predicts', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 80, size: 'max' }), async steps => {
    await freshRound()
    for (const [i, each] of steps.entries()) {
      const done = await actions[each.action]?.(each)
      if (!done) continue
      outcomeCounts.set(
        `${each.action} ${outcome(done.response)}`,
        (outcomeCounts.get(`${each.action} ${outcome(done.response)}`) ?? 0) + 1,
      )
      expect([i, each.action, outcome(done.response)]).toEqual([i, each.action, done.expected])
    }
    expect(await asStored()).toEqual(asModelled())
    expect(await findInvariantViolations(server.app)).toEqual([])
  })
  await fc.assert(property, { numRuns: 20, endOnFailure: true })
  // Without these combinations the run would prove little.
  for (const combination of [
    'offer 201',
    'offer slot_overlaps',
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
    expect([combination, outcomeCounts.get(combination) ?? 0]).toEqual([
      combination,
      expect.toSatisfy((times: number) => times > 0),
    ])
}, 240_000)

it('simultaneous random requests break no invariant and cause no server error', async () => {
  const property = fc.asyncProperty(
    fc.array(fc.array(step, { minLength: 6, maxLength: 12 }), { minLength: 6, maxLength: 8, size: 'max' }),
    async batches => {
      await freshRound()
      for (const batch of batches) {
        const done = await Promise.all(batch.map(each => actions[each.action]?.(each)))
        for (const each of done) if (each) expect(each.response.status).toBeLessThan(500)
        expect(await findInvariantViolations(server.app)).toEqual([])
      }
    },
  )
  await fc.assert(property, { numRuns: 10, endOnFailure: true })
}, 240_000)
