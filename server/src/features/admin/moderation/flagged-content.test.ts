import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createApprovedPost,
  createPendingComment,
  createPendingPost,
  moderateComment,
  moderatePost,
} from '../../../testing/features/community.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  createTestAdmin,
  signUpApprovedExpert,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'

let server: TestServer
let [admin, grace, okello]: TestUser[] = []
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  admin = await createTestAdmin(server)
  grace = await signUpFarmer(server)
  okello = await signUpApprovedExpert(server, admin)
})
afterAll(() => server.close())

const listFlagged = (query: Record<string, string | number> = {}, token = admin?.token) =>
  server.request('GET /api/admin/flagged/', { token, query })

it('an admin sees every flagged post with who flagged it and why, until it is unflagged', async () => {
  if (!grace || !okello) throw new Error('the test users are missing')
  const first = await createPendingPost(server, grace)
  const second = await createPendingPost(server, grace)
  await createPendingPost(server, grace)
  await moderatePost(server, okello, first.id, 'flag', { reason: 'Sells seed' })
  await moderatePost(server, okello, second.id, 'flag')
  const { status, body } = await listFlagged()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    count: 2,
    results: [
      { id: second.id, kind: 'post', reason: null },
      {
        id: first.id,
        post_id: first.id,
        title: first.title,
        author: { id: grace.id, username: grace.username },
        reason: 'Sells seed',
        flagged_by: { id: okello.id, username: okello.username },
        flagged_at: expect.any(String),
      },
    ],
  })
  expect((await listFlagged({ page: 2, page_size: 1 })).body).toMatchObject({ count: 2, results: [{ id: first.id }] })
  await moderatePost(server, okello, second.id, 'unflag')
  expect((await listFlagged()).body).toMatchObject({ count: 1, results: [{ id: first.id }] })
})

it('an admin sees flagged comments under the title of their post', async () => {
  if (!grace || !okello) throw new Error('the test users are missing')
  const post = await createApprovedPost(server, grace, okello)
  const comment = await createPendingComment(server, grace, post.id, 'Drink it.')
  expect((await listFlagged({ kind: 'response' })).body).toMatchObject({ count: 0, results: [] })
  await moderateComment(server, okello, post.id, {
    response_id: comment.id,
    action: 'flag',
    expert_comment: 'Dangerous',
  })
  expect((await listFlagged({ kind: 'response' })).body).toMatchObject({
    count: 1,
    results: [
      {
        id: comment.id,
        kind: 'response',
        post_id: post.id,
        title: post.title,
        content: 'Drink it.',
        author: { username: grace.username },
        flagged_by: { username: okello.username },
      },
    ],
  })
})

it('only an admin sees flagged content', async () => {
  expect((await listFlagged({}, grace?.token)).body.error).toBe('forbidden')
  expect((await listFlagged({}, okello?.token)).body.error).toBe('forbidden')
  expect((await listFlagged({ kind: 'photo' })).status).toBe(400)
})
