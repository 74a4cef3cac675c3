import type { Slot } from '@kutu/contract/consultations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureDemoAccounts } from '../accounts/demo.ts'
import { expert, farmer, signIn } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'
import { ensureDemoSlots } from './demo.ts'

const day = 24 * 60 * 60_000

let w: World
let token: string
beforeAll(async () => {
  w = await world({ expertApproval: 'manual' })
  const [nakato] = await ensureDemoAccounts(w.app)
  if (!nakato) throw new Error('no demonstration account')
  token = (await signIn(w, nakato.email, nakato.password)).token
})
afterAll(() => w.close())

const upcoming = async (): Promise<Slot[]> =>
  (await w.call('GET /api/consultations/availability-slots/all/', { token })).body

it('a demonstration has free slots of three experts to book, made once however many servers start', async () => {
  await Promise.all([ensureDemoSlots(w.app), ensureDemoSlots(w.app)])
  await ensureDemoSlots(w.app)
  const slots = await upcoming()
  expect(slots).toHaveLength(12)
  expect(new Set(slots.map(({ expert: { user } }) => user.username))).toEqual(new Set(['Achieng', 'Mugisha', 'Okello']))
  expect(slots.every(({ state }) => state === 'available')).toBe(true)
  expect(slots.every(({ expert: { bio } }) => bio.startsWith('A demonstration account'))).toBe(true)
})

it('a demonstration opened weeks later has slots ahead again', async () => {
  w.clock.advance(21 * day)
  const { token: later } = await farmer(w)
  token = later
  expect(await upcoming()).toEqual([])
  await ensureDemoSlots(w.app)
  expect(await upcoming()).toHaveLength(12)
})

it('a place with people of its own gets no slots', async () => {
  const used = await world()
  try {
    await expert(used)
    await ensureDemoSlots(used.app)
    expect(await used.app.db.selectFrom('availability_slots').select('id').execute()).toEqual([])
  } finally {
    await used.close()
  }
})
