import { afterAll, beforeAll, expect, it } from 'vitest'
import { expert, farmer, type Person, several } from '../testing/people.ts'
import { appointment, freeSlot, pendingBooking } from '../testing/slots.ts'
import { statementsOf } from '../testing/statements.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let grace: Person
let okello: Person
let experts: Person[]
beforeAll(async () => {
  w = await world({ expertApproval: 'auto' })
  grace = await farmer(w)
  okello = await expert(w)
  experts = [okello, ...(await several(3, () => expert(w)))]
})
afterAll(() => w.close())

async function fill(each: number): Promise<string> {
  let last = ''
  for (const by of experts)
    for (let i = 0; i < each; i++) {
      await freeSlot(w, by)
      await appointment(w, await farmer(w), by)
      last = (await pendingBooking(w, grace, by)).id
    }
  return last
}

it('no call asks the database more for many rows than for few', async () => {
  const get = (person: Person, path: `GET /${string}`) => async () => {
    expect((await w.call(path, { token: person.token })).status).toBe(200)
  }
  const base = '/api/consultations'
  const asked = (booking: string) => ({
    slots: get(grace, `GET ${base}/availability-slots/all/`),
    filtered: get(grace, `GET ${base}/availability-slots/all/?crop_type=MAIZE&language=english&date=2031-05-06`),
    filters: get(grace, `GET ${base}/availability-slots/filters/`),
    ownSlots: get(okello, `GET ${base}/availability-slots/?page_size=100`),
    ownBooked: get(okello, `GET ${base}/availability-slots/?page_size=100&status=booked`),
    bookings: get(grace, `GET ${base}/consultations/`),
    pending: get(grace, `GET ${base}/consultations/?status=pending`),
    manage: get(okello, `GET ${base}/consultations/manage/`),
    one: get(grace, `GET ${base}/consultations/${booking}/`),
    dashboard: get(okello, 'GET /api/dashboard/stats/'),
  })
  const countAll = async (booking: string) => {
    const counted: Record<string, number> = {}
    for (const [name, ask] of Object.entries(asked(booking))) counted[name] = await statementsOf(ask)
    return counted
  }
  const few = await countAll(await fill(1))
  const many = await countAll(await fill(4))
  expect(many).toEqual(few)
  const { dashboard: _, ...calls } = many
  for (const statements of Object.values(calls)) {
    expect(statements).toBeGreaterThan(1)
    expect(statements).toBeLessThanOrEqual(5)
  }
})
