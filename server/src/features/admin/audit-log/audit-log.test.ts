import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApprovedPost } from '../../../testing/features/community.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  admin = await createTestAdmin(server)
})
afterAll(() => server.close())

const listEntries = async (query: Record<string, string>) =>
  (await server.request('GET /api/admin/audit/', { token: admin.token, query })).body.results

it('an entry names the user or the post that it is about, and nothing else', async () => {
  const [grace, okello] = [await signUpFarmer(server), await signUpExpert(server)]
  const post = await createApprovedPost(server, grace, okello, { title: 'Yellow leaves' })
  const [approved] = await listEntries({ action: 'post.approved', subject_id: post.id })
  expect(approved).toMatchObject({ subject_name: 'Yellow leaves', actor: { username: okello.username } })
  const users = await listEntries({ subject_id: grace.id })
  expect(users.length).toBeGreaterThan(0)
  for (const entry of users) expect(entry.subject_name).toBe(grace.username)

  const entry = {
    at: server.clock.now(),
    actor_id: null,
    action: 'job.retried',
    subject_type: 'job',
    before: null,
    after: null,
  }
  await server.app.db
    .insertInto('audit_log')
    .values({ ...entry, subject_id: '17' })
    .execute()
  const gone = { ...entry, action: 'post.approved', subject_type: 'post', subject_id: crypto.randomUUID() }
  await server.app.db.insertInto('audit_log').values(gone).execute()
  expect((await listEntries({ subject_id: '17' }))[0]).toMatchObject({ subject_name: null, actor: null })
  expect((await listEntries({ subject_id: gone.subject_id }))[0]).toMatchObject({ subject_name: null })
})
