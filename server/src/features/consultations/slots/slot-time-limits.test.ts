import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerBooking, bookSlot, cancelBooking, offerSlot } from '../../../testing/features/consultations.ts'
import { startTestServer, type TestResponse, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
let okello: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  grace = await signUpFarmer(server)
  okello = await signUpExpert(server)
})
afterAll(() => server.close())

/** Runs with a clock that advances by a millisecond with each reading. */
async function withAdvancingClock<T>(run: () => Promise<T>): Promise<T> {
  const { now } = server.clock
  server.clock.now = () => {
    server.clock.advance(1)
    return now()
  }
  try {
    return await run()
  } finally {
    server.clock.now = now
  }
}

/** Returns the distinct outcomes of requests sent 0 to 15 milliseconds before a deadline. */
async function collectOutcomes(send: (aheadMs: number) => Promise<TestResponse>): Promise<Set<string>> {
  const seen = new Set<string>()
  for (let aheadMs = 0; aheadMs < 16; aheadMs++) {
    const { status, body } = await send(aheadMs)
    seen.add(status < 300 ? `${status}` : [status, body.error, body.errors?.[0].field].join(' ').trim())
  }
  return seen
}

/** Offers a slot of one second that starts in `aheadMs` milliseconds. */
function offerShortSlot(aheadMs: number): Promise<TestResponse> {
  const begin = server.clock.now().getTime() + aheadMs
  return offerSlot(server, okello, new Date(begin).toISOString(), new Date(begin + 1000).toISOString())
}

const advanceSeconds = (count: number) => server.clock.advance(count * 1000)

it('a slot that begins while it is created is created or rejected as past', async () => {
  const seen = await collectOutcomes(async aheadMs => {
    advanceSeconds(2)
    return withAdvancingClock(() => offerShortSlot(aheadMs))
  })
  expect(seen).toEqual(new Set(['400 validation_failed start_time', '201']))
})

it('a slot that begins while it is booked is booked or rejected as past', async () => {
  const seen = await collectOutcomes(async aheadMs => {
    advanceSeconds(2)
    const { body } = await offerShortSlot(100)
    server.clock.advance(99 - aheadMs)
    return withAdvancingClock(() => bookSlot(server, grace, body.id))
  })
  expect(seen).toEqual(new Set(['409 slot_past', '201']))
})

/** Approves a booking for a time in `aheadMs` milliseconds, in a slot that has begun. */
async function approveFor(aheadMs: number): Promise<{ id: string; approved: TestResponse }> {
  const slot = await offerShortSlot(100)
  const { body } = await bookSlot(server, grace, slot.body.id)
  server.clock.advance(300)
  const selected_date = new Date(server.clock.now().getTime() + aheadMs).toISOString()
  return { id: body.id, approved: await answerBooking(server, okello, body.id, 'approve', { selected_date }) }
}

it('a time that passes while it is approved is accepted or rejected as past', async () => {
  const seen = await collectOutcomes(async aheadMs => {
    advanceSeconds(2)
    return (await withAdvancingClock(() => approveFor(aheadMs))).approved
  })
  expect(seen).toEqual(new Set(['400 validation_failed selected_date', '200']))
})

it('an appointment that begins while it is cancelled is cancelled or rejected as begun', async () => {
  const seen = await collectOutcomes(async aheadMs => {
    advanceSeconds(2)
    const { id, approved } = await approveFor(100)
    expect(approved.status).toBe(200)
    server.clock.advance(98 - aheadMs)
    return withAdvancingClock(() => cancelBooking(server, grace, id))
  })
  expect(seen).toEqual(new Set(['409 appointment_begun', '200']))
})
