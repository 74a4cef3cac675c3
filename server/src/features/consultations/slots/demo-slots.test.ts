import type { Slot } from '@kutu/contract/consultations/consultations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signIn, signUpExpert, signUpFarmer } from '../../../testing/server/test-users.ts'
import { ensureDemoAccounts } from '../../accounts/demo-accounts.ts'
import { ensureDemoSlots } from './demo-slots.ts'

const day = 24 * 60 * 60_000

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  const [nakato] = await ensureDemoAccounts(server.app)
  if (!nakato) throw new Error('no demonstration account')
  token = (await signIn(server, nakato.email, nakato.password)).token
})
afterAll(() => server.close())

const upcoming = async (): Promise<Slot[]> =>
  (await server.request('GET /api/consultations/availability-slots/all/', { token })).body

it('a demonstration has available slots of three experts, created once even if several servers start', async () => {
  await Promise.all([ensureDemoSlots(server.app), ensureDemoSlots(server.app)])
  await ensureDemoSlots(server.app)
  const slots = await upcoming()
  expect(slots).toHaveLength(12)
  expect(new Set(slots.map(({ expert: { user } }) => user.username))).toEqual(new Set(['Achieng', 'Mugisha', 'Okello']))
  expect(slots.every(({ state }) => state === 'available')).toBe(true)
  expect(slots.every(({ expert: { bio } }) => bio.startsWith('A demonstration account'))).toBe(true)
})

it('a demonstration opened weeks later has upcoming slots again', async () => {
  server.clock.advance(21 * day)
  const { token: later } = await signUpFarmer(server)
  token = later
  expect(await upcoming()).toEqual([])
  await ensureDemoSlots(server.app)
  expect(await upcoming()).toHaveLength(12)
})

it('an installation with real users gets no demonstration slots', async () => {
  const usedServer = await startTestServer()
  try {
    await signUpExpert(usedServer)
    await ensureDemoSlots(usedServer.app)
    expect(await usedServer.app.db.selectFrom('availability_slots').select('id').execute()).toEqual([])
  } finally {
    await usedServer.close()
  }
})
