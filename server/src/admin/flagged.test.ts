import { afterAll, beforeAll, expect, it } from 'vitest'
import { approvedPost, judge, moderate, pendingComment, pendingPost } from '../testing/board.ts'
import { approvedExpert, farmer, newAdmin, type Person } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let [admin, grace, okello]: Person[] = []
beforeAll(async () => {
  w = await world({ expertApproval: 'manual' })
  admin = await newAdmin(w)
  grace = await farmer(w)
  okello = await approvedExpert(w, admin)
})
afterAll(() => w.close())

const list = (query: Record<string, string | number> = {}, token = admin?.token) =>
  w.call('GET /api/admin/flagged/', { token, query })

it('an admin sees every flagged post with who flagged it and why, until it is unflagged', async () => {
  if (!grace || !okello) throw new Error('nobody there')
  const first = await pendingPost(w, grace)
  const second = await pendingPost(w, grace)
  await pendingPost(w, grace)
  await moderate(w, okello, first.id, 'flag', { reason: 'Sells seed' })
  await moderate(w, okello, second.id, 'flag')
  const { status, body } = await list()
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
  expect((await list({ page: 2, page_size: 1 })).body).toMatchObject({ count: 2, results: [{ id: first.id }] })
  await moderate(w, okello, second.id, 'unflag')
  expect((await list()).body).toMatchObject({ count: 1, results: [{ id: first.id }] })
})

it('an admin sees flagged comments under the title of their post', async () => {
  if (!grace || !okello) throw new Error('nobody there')
  const post = await approvedPost(w, grace, okello)
  const comment = await pendingComment(w, grace, post.id, 'Drink it.')
  expect((await list({ kind: 'response' })).body).toMatchObject({ count: 0, results: [] })
  await judge(w, okello, post.id, { response_id: comment.id, action: 'flag', expert_comment: 'Dangerous' })
  expect((await list({ kind: 'response' })).body).toMatchObject({
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
  expect((await list({}, grace?.token)).body.error).toBe('forbidden')
  expect((await list({}, okello?.token)).body.error).toBe('forbidden')
  expect((await list({ kind: 'photo' })).status).toBe(400)
})
