import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { signIn, signUpFarmer } from '../../testing/server/test-users.ts'
import { ensureDemoAccounts } from './demo-accounts.ts'

let w: TestServer
beforeAll(async () => {
  w = await startTestServer({ expertApproval: 'manual' })
})
afterAll(() => w.close())

it('an empty database gets a farmer, three approved experts and an admin who sign in, once', async () => {
  const [accounts, same] = await Promise.all([ensureDemoAccounts(w.app), ensureDemoAccounts(w.app)])
  expect(accounts.map(({ role }) => role)).toEqual(['farmer', 'expert', 'expert', 'expert', 'admin'])
  expect(same).toEqual(accounts)
  expect(await w.app.db.selectFrom('users').select('id').execute()).toHaveLength(5)
  for (const { email, password } of accounts) {
    const { token } = await signIn(w, email, password)
    const { body } = await w.request('GET /api/auth/me', { token })
    expect(body).toMatchObject({ email, is_approved: true, branch: { account: { isActivated: true } } })
  }
})

it('an account whose password was changed is no longer announced', async () => {
  const [first] = await ensureDemoAccounts(w.app)
  if (!first) throw new Error('no demonstration account')
  const { token } = await signIn(w, first.email, first.password)
  const body = { oldPassword: first.password, newPassword: 'Own-2026-Leaf', confirmPassword: 'Own-2026-Leaf' }
  await w.request('POST /api/auth/change-password', { token, body })
  expect((await ensureDemoAccounts(w.app)).map(({ role }) => role)).toEqual(['expert', 'expert', 'expert', 'admin'])
})

it('a database that has accounts gets none', async () => {
  const otherWorld = await startTestServer()
  try {
    await signUpFarmer(otherWorld)
    expect(await ensureDemoAccounts(otherWorld.app)).toEqual([])
    expect(await otherWorld.app.db.selectFrom('users').select('id').execute()).toHaveLength(1)
  } finally {
    await otherWorld.close()
  }
})
