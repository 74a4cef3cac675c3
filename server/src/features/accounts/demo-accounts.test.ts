import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { signIn, signUpFarmer } from '../../testing/server/test-users.ts'
import { ensureDemoAccounts } from './demo-accounts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
})
afterAll(() => server.close())

it('an empty database gets the demonstration accounts once: a farmer, three approved experts and an admin', async () => {
  const [accounts, same] = await Promise.all([ensureDemoAccounts(server.app), ensureDemoAccounts(server.app)])
  expect(accounts.map(({ role }) => role)).toEqual(['farmer', 'expert', 'expert', 'expert', 'admin'])
  expect(same).toEqual(accounts)
  expect(await server.app.db.selectFrom('users').select('id').execute()).toHaveLength(5)
  for (const { email, password } of accounts) {
    const { token } = await signIn(server, email, password)
    const { body } = await server.request('GET /api/auth/me', { token })
    expect(body).toMatchObject({ email, is_approved: true, branch: { account: { isActivated: true } } })
  }
})

it('an account with a changed password is no longer listed', async () => {
  const [first] = await ensureDemoAccounts(server.app)
  if (!first) throw new Error('no demonstration account')
  const { token } = await signIn(server, first.email, first.password)
  const body = { oldPassword: first.password, newPassword: 'Own-2026-Leaf', confirmPassword: 'Own-2026-Leaf' }
  await server.request('POST /api/auth/change-password', { token, body })
  expect((await ensureDemoAccounts(server.app)).map(({ role }) => role)).toEqual([
    'expert',
    'expert',
    'expert',
    'admin',
  ])
})

it('a database with accounts gets no demonstration accounts', async () => {
  const otherWorld = await startTestServer()
  try {
    await signUpFarmer(otherWorld)
    expect(await ensureDemoAccounts(otherWorld.app)).toEqual([])
    expect(await otherWorld.app.db.selectFrom('users').select('id').execute()).toHaveLength(1)
  } finally {
    await otherWorld.close()
  }
})
