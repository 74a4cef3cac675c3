import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  cancelBooking,
  createAppointment,
  createPendingBooking,
  hour,
  hoursFromNow,
} from '../../../testing/features/consultations.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signIn, signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
let joan: TestUser
let achieng: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  grace = await signUpFarmer(server)
  joan = await signUpFarmer(server)
  achieng = await signUpExpert(server)
})
afterAll(() => server.close())

const list = (user: TestUser, side: '' | 'manage/', query: Record<string, string | number> = {}) =>
  server.request(`GET /api/consultations/consultations/${side}`, {
    token: user.token,
    query: { when: 'upcoming', ...query },
  })
const ids = (bookings: { id: string }[]) => bookings.map(({ id }) => id)

describe('the upcoming appointments', () => {
  it('are those that have not ended, soonest first, for the farmer and the expert', async () => {
    const later = await createAppointment(server, grace, achieng, hoursFromNow(server, 72))
    const sooner = await createAppointment(server, grace, achieng, hoursFromNow(server, 24))
    const ofJoan = await createAppointment(server, joan, achieng, hoursFromNow(server, 48))
    await createPendingBooking(server, grace, achieng, hoursFromNow(server, 96))
    const cancelled = await createAppointment(server, grace, achieng, hoursFromNow(server, 12))
    await cancelBooking(server, grace, cancelled.id)

    expect(ids((await list(grace, '')).body)).toEqual([sooner.id, later.id])
    expect(ids((await list(achieng, 'manage/')).body)).toEqual([sooner.id, ofJoan.id, later.id])

    const first = await list(achieng, 'manage/', { page_size: 2 })
    expect(ids(first.body)).toEqual([sooner.id, ofJoan.id])
    expect(first.headers.get('link')).toContain('page=2')
    const second = await list(achieng, 'manage/', { page_size: 2, page: 2 })
    expect(ids(second.body)).toEqual([later.id])
    expect(second.headers.get('link')).toBeNull()

    expect((await list(grace, '', { status: 'pending' })).body).toEqual([])
    expect((await list(grace, '', { when: 'tomorrow' })).status).toBe(400)
    expect(ids((await list(achieng, 'manage/', { when: 'past' })).body)).toEqual([cancelled.id])

    server.clock.advance(27 * hour)
    expect(ids((await list(await signIn(server, grace.email), '')).body)).toEqual([later.id])
    const past = await list(await signIn(server, achieng.email), 'manage/', { when: 'past', page_size: 1 })
    expect(ids(past.body)).toEqual([cancelled.id])
    expect(past.headers.get('link')).toContain('when=past')
    const status = { when: 'past', status: 'approved' }
    expect(ids((await list(await signIn(server, achieng.email), 'manage/', status)).body)).toEqual([sooner.id])
  })
})
