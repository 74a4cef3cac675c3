import { afterAll, beforeAll, expect, it } from 'vitest'
import { expert, farmer, type Person } from '../testing/people.ts'
import { answer, book, cancel, offer } from '../testing/slots.ts'
import { type Answered, type World, world } from '../testing/world.ts'

let w: World
let grace: Person
let okello: Person
beforeAll(async () => {
  w = await world({ expertApproval: 'auto' })
  grace = await farmer(w)
  okello = await expert(w)
})
afterAll(() => w.close())

/** Time goes on while a request is answered: a millisecond at every look at the clock. */
async function whileTimePasses<T>(work: () => Promise<T>): Promise<T> {
  const { now } = w.clock
  w.clock.now = () => {
    w.clock.advance(1)
    return now()
  }
  try {
    return await work()
  } finally {
    w.clock.now = now
  }
}

/** What came of asking while time passes, for so many milliseconds ahead of it: both outcomes, and no third. */
async function outcomes(ask: (ahead: number) => Promise<Answered>): Promise<Set<string>> {
  const seen = new Set<string>()
  for (let ahead = 0; ahead < 16; ahead++) {
    const { status, body } = await ask(ahead)
    seen.add(status < 300 ? `${status}` : [status, body.error, body.errors?.[0].field].join(' ').trim())
  }
  return seen
}

/** A slot of a second, from so many milliseconds on. */
function shortSlot(ahead: number): Promise<Answered> {
  const begin = w.clock.now().getTime() + ahead
  return offer(w, okello, new Date(begin).toISOString(), new Date(begin + 1000).toISOString())
}

const seconds = (count: number) => w.clock.advance(count * 1000)

it('a slot that begins while it is entered is offered or said to be past', async () => {
  const seen = await outcomes(async ahead => {
    seconds(2)
    return whileTimePasses(() => shortSlot(ahead))
  })
  expect(seen).toEqual(new Set(['400 validation_failed start_time', '201']))
})

it('a slot that begins while it is booked is booked or past', async () => {
  const seen = await outcomes(async ahead => {
    seconds(2)
    const { body } = await shortSlot(100)
    w.clock.advance(99 - ahead)
    return whileTimePasses(() => book(w, grace, body.id))
  })
  expect(seen).toEqual(new Set(['409 slot_past', '201']))
})

/** Approved for so many milliseconds from now, in a slot that has begun. */
async function approvedFor(ahead: number): Promise<{ id: string; approved: Answered }> {
  const slot = await shortSlot(100)
  const { body } = await book(w, grace, slot.body.id)
  w.clock.advance(300)
  const selected_date = new Date(w.clock.now().getTime() + ahead).toISOString()
  return { id: body.id, approved: await answer(w, okello, body.id, 'approve', { selected_date }) }
}

it('a time that passes while it is approved is agreed on or said to be past', async () => {
  const seen = await outcomes(async ahead => {
    seconds(2)
    return (await whileTimePasses(() => approvedFor(ahead))).approved
  })
  expect(seen).toEqual(new Set(['400 validation_failed selected_date', '200']))
})

it('an appointment that begins while it is cancelled is cancelled or has begun', async () => {
  const seen = await outcomes(async ahead => {
    seconds(2)
    const { id, approved } = await approvedFor(100)
    expect(approved.status).toBe(200)
    w.clock.advance(98 - ahead)
    return whileTimePasses(() => cancel(w, grace, id))
  })
  expect(seen).toEqual(new Set(['409 appointment_begun', '200']))
})
