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

let w: TestServer
let [admin, grace, okello]: TestUser[] = []
beforeAll(async () => {
  w = await startTestServer({ expertApproval: 'manual' })
  admin = await createTestAdmin(w)
  grace = await signUpFarmer(w)
  okello = await signUpApprovedExpert(w, admin)
})
afterAll(() => w.close())

const listFlagged = (query: Record<string, string | number> = {}, token = admin?.token) =>
  w.request('GET /api/admin/flagged/', { token, query })

it('an admin sees every flagged post with who flagged it and why, until it is unflagged', async () => {
  if (!grace || !okello) throw new Error('nobody there')
  const first = await createPendingPost(w, grace)
  const second = await createPendingPost(w, grace)
  await createPendingPost(w, grace)
  await moderatePost(w, okello, first.id, 'flag', { reason: 'Sells seed' })
  await moderatePost(w, okello, second.id, 'flag')
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
  await moderatePost(w, okello, second.id, 'unflag')
  expect((await listFlagged()).body).toMatchObject({ count: 1, results: [{ id: first.id }] })
})

it('an admin sees flagged comments under the title of their post', async () => {
  if (!grace || !okello) throw new Error('nobody there')
  const post = await createApprovedPost(w, grace, okello)
  const comment = await createPendingComment(w, grace, post.id, 'Drink it.')
  expect((await listFlagged({ kind: 'response' })).body).toMatchObject({ count: 0, results: [] })
  await moderateComment(w, okello, post.id, { response_id: comment.id, action: 'flag', expert_comment: 'Dangerous' })
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

it('nobody but an admin sees them', async () => {
  expect((await listFlagged({}, grace?.token)).body.error).toBe('forbidden')
  expect((await listFlagged({}, okello?.token)).body.error).toBe('forbidden')
  expect((await listFlagged({ kind: 'photo' })).status).toBe(400)
})
