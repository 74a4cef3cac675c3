import { afterAll, beforeAll, expect, it } from 'vitest'
import { farmer, signIn } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'
import { ensureDemoAccounts } from './demo.ts'

let w: World
beforeAll(async () => {
  w = await world({ expertApproval: 'manual' })
})
afterAll(() => w.close())

it('an empty database gets a farmer, three approved experts and an admin who sign in, once', async () => {
  const [accounts, same] = await Promise.all([ensureDemoAccounts(w.app), ensureDemoAccounts(w.app)])
  expect(accounts.map(({ role }) => role)).toEqual(['farmer', 'expert', 'expert', 'expert', 'admin'])
  expect(same).toEqual(accounts)
  expect(await w.app.db.selectFrom('users').select('id').execute()).toHaveLength(5)
  for (const { email, password } of accounts) {
    const { token } = await signIn(w, email, password)
    const { body } = await w.call('GET /api/auth/me', { token })
    expect(body).toMatchObject({ email, is_approved: true, branch: { account: { isActivated: true } } })
  }
})

it('an account whose password was changed is no longer announced', async () => {
  const [first] = await ensureDemoAccounts(w.app)
  if (!first) throw new Error('no demonstration account')
  const { token } = await signIn(w, first.email, first.password)
  const body = { oldPassword: first.password, newPassword: 'Own-2026-Leaf', confirmPassword: 'Own-2026-Leaf' }
  await w.call('POST /api/auth/change-password', { token, body })
  expect((await ensureDemoAccounts(w.app)).map(({ role }) => role)).toEqual(['expert', 'expert', 'expert', 'admin'])
})

it('a database that has accounts gets none', async () => {
  const used = await world()
  try {
    await farmer(used)
    expect(await ensureDemoAccounts(used.app)).toEqual([])
    expect(await used.app.db.selectFrom('users').select('id').execute()).toHaveLength(1)
  } finally {
    await used.close()
  }
})
