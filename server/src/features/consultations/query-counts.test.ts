import { afterAll, beforeAll, expect, it } from 'vitest'
import { countStatements } from '../../testing/database/count-statements.ts'
import {
  answerBooking,
  createAppointment,
  createFreeSlot,
  createPendingBooking,
  getBooking,
} from '../../testing/features/consultations.ts'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { createSeveral, signUpExpert, signUpFarmer, type TestUser } from '../../testing/server/test-users.ts'
import { createFarmers } from '../../testing/server/user-copies.ts'
import { countPlatform } from '../dashboard/platform-figures.ts'

let server: TestServer
let grace: TestUser
let okello: TestUser
let experts: TestUser[]
let farmers: TestUser[]
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  grace = await signUpFarmer(server)
  okello = await signUpExpert(server)
  experts = [okello, ...(await createSeveral(3, () => signUpExpert(server)))]
  farmers = await createFarmers(server, 20)
})
afterAll(() => server.close())

async function fill(each: number): Promise<string> {
  let last = ''
  for (const by of experts)
    for (let i = 0; i < each; i++) {
      await createFreeSlot(server, by)
      const farmer = farmers.pop()
      if (!farmer) throw new Error('Too few farmers')
      await createAppointment(server, farmer, by)
      last = (await createPendingBooking(server, grace, by)).id
    }
  return last
}

it('no request runs more statements for many rows than for few', async () => {
  const get = (person: TestUser, path: `GET /${string}`) => async () => {
    expect((await server.request(path, { token: person.token })).status).toBe(200)
  }
  const base = '/api/consultations'
  const buildCalls = (booking: string) => ({
    slots: get(grace, `GET ${base}/availability-slots/all/`),
    filtered: get(grace, `GET ${base}/availability-slots/all/?crop_type=MAIZE&language=english&date=2031-05-06`),
    filters: get(grace, `GET ${base}/availability-slots/filters/`),
    ownSlots: get(okello, `GET ${base}/availability-slots/?page_size=100`),
    ownBooked: get(okello, `GET ${base}/availability-slots/?page_size=100&status=booked`),
    bookings: get(grace, `GET ${base}/consultations/`),
    pending: get(grace, `GET ${base}/consultations/?status=pending`),
    manage: get(okello, `GET ${base}/consultations/manage/`),
    expert: get(grace, `GET ${base}/experts/${okello.id}/`),
    one: get(grace, `GET ${base}/consultations/${booking}/`),
    dashboard: get(okello, 'GET /api/dashboard/stats/'),
  })
  const countAll = async (booking: string) => {
    const statementCounts: Record<string, number> = {}
    for (const [name, send] of Object.entries(buildCalls(booking))) statementCounts[name] = await countStatements(send)
    return statementCounts
  }
  // The first dashboard counts the figures over all users, which the following ones read.
  await countPlatform(server.app)
  const few = await countAll(await fill(1))
  const many = await countAll(await fill(4))
  expect(many).toEqual(few)
  const { dashboard: _, ...calls } = many
  for (const statements of Object.values(calls)) {
    expect(statements).toBeGreaterThan(1)
    expect(statements).toBeLessThanOrEqual(5)
  }
})

it('an approval reads its booking once', async () => {
  const { id, slot } = await createPendingBooking(server, grace, okello)
  const approve = async () => {
    const { body } = await answerBooking(server, okello, id, 'approve', { selected_date: slot.start_time })
    expect(body).toEqual((await getBooking(server, okello, id)).body)
  }
  const readByTheTest = 1
  expect((await countStatements(approve, 'from "bookings"')) - readByTheTest).toBe(1)
})
