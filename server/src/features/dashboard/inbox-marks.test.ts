import { dashboard } from '@kutu/contract/dashboard'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweep } from '../../operations/sweep.ts'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { createTestAdmin, signIn, signUpExpert, signUpFarmer, type TestUser } from '../../testing/server/test-users.ts'

let server: TestServer
let okello: TestUser
let acen: TestUser
const [item, other] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const
const minutes = (count: number) => count * 60_000
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  okello = await signUpExpert(server)
  acen = await signUpExpert(server)
  await server.app.db.updateTable('users').set({ time_zone: 'Africa/Nairobi' }).where('id', '=', okello.id).execute()
})
afterAll(() => server.close())

async function mark(expert: TestUser, id: string, action: string): Promise<void> {
  const { token } = await signIn(server, expert.email)
  const { status } = await server.request('PUT /api/dashboard/inbox/{id}/', { token, params: { id }, body: { action } })
  expect(status).toBe(204)
}
async function listMarks(expert: TestUser) {
  const { token } = await signIn(server, expert.email)
  return dashboard.listInboxMarks.reply.parse((await server.request('GET /api/dashboard/inbox/', { token })).body)
}

it('others see what an expert has open, in each tab, until it is closed or no page has it open any more', async () => {
  await mark(okello, item, 'open')
  expect((await listMarks(acen)).opened).toEqual([{ item_id: item, username: okello.username }])
  expect((await listMarks(okello)).opened).toEqual([])
  await mark(okello, other, 'open')
  expect((await listMarks(acen)).opened.map(({ item_id }) => item_id)).toEqual([item, other])
  await mark(okello, item, 'close')
  expect((await listMarks(acen)).opened.map(({ item_id }) => item_id)).toEqual([other])
  await mark(okello, other, 'close')
  expect((await listMarks(acen)).opened).toEqual([])
  // A page says it twice a minute, and one that was closed or reloaded no longer does.
  await mark(okello, item, 'open')
  server.clock.advance(minutes(1))
  await mark(okello, item, 'open')
  server.clock.advance(minutes(1))
  expect((await listMarks(acen)).opened).toHaveLength(1)
  server.clock.advance(minutes(1))
  expect((await listMarks(acen)).opened).toEqual([])
})

it('what an expert puts off comes back at five in the morning where the expert lives, for this expert alone', async () => {
  const now = server.clock.now()
  const local = new Date(now.getTime() + minutes(180))
  const nextMorning = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + 1, 5) - minutes(180)
  await mark(okello, item, 'snooze')
  await mark(okello, other, 'snooze')
  await mark(okello, other, 'unsnooze')
  expect((await listMarks(okello)).snoozed).toEqual([item])
  expect((await listMarks(acen)).snoozed).toEqual([])
  server.clock.advance(nextMorning - now.getTime() - minutes(1))
  expect((await listMarks(okello)).snoozed).toEqual([item])
  server.clock.advance(minutes(2))
  expect((await listMarks(okello)).snoozed).toEqual([])
})

it('no call of many at a time loses what is put off or open', async () => {
  const { token } = await signIn(server, okello.email)
  const send = (id: string, action: string) =>
    server.request('PUT /api/dashboard/inbox/{id}/', { token, params: { id }, body: { action } })
  const replies = await Promise.all(
    [1, 2, 3, 4].flatMap(() => [send(item, 'snooze'), send(item, 'open'), send(other, 'open')]),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204]))
  expect((await listMarks(okello)).snoozed).toEqual([item])
  expect((await listMarks(acen)).opened).toHaveLength(2)
  await mark(okello, item, 'unsnooze')
})

it('marks are deleted after two days', async () => {
  await mark(okello, item, 'open')
  const count = async () => (await server.app.db.selectFrom('inbox_marks').selectAll().execute()).length
  expect(await count()).toBe(2)
  server.clock.advance(minutes(49 * 60))
  await sweep(server.app)
  expect(await count()).toBe(0)
})

it('marks are for approved experts only, and of known actions', async () => {
  for (const { token } of [await signUpFarmer(server), await createTestAdmin(server)])
    expect((await server.request('GET /api/dashboard/inbox/', { token })).status).toBe(403)
  const { token } = await signIn(server, okello.email)
  const wrong = { token, params: { id: item }, body: { action: 'eat' } }
  expect((await server.request('PUT /api/dashboard/inbox/{id}/', wrong)).body.error).toBe('validation_failed')
})
