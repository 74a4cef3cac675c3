// @slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createApprovedPost,
  createComment,
  createPendingComment,
  createPendingPost,
  createPost,
  fetchNotifications,
  getPoints,
  getPost,
  moderateComment,
  moderatePost,
  postBody,
} from '../../testing/features/community.ts'
import { startTestServer, type TestResponse, type TestServer } from '../../testing/server/test-server.ts'
import { createSeveral, signUpExpert, signUpFarmer, type TestUser } from '../../testing/server/test-users.ts'

let server: TestServer
let experts: TestUser[]
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  experts = await createSeveral(6, () => signUpExpert(server))
})
afterAll(() => server.close())

const sortedStatuses = (answers: TestResponse[]) => answers.map(({ status }) => status).sort()
const rounds = Array.from({ length: 12 }, (_, i) => i)

describe('of several experts at the same time', () => {
  it('one flags or approves a post, and those who want the other get an error', async () => {
    for (const round of rounds) {
      const amina = await signUpFarmer(server)
      const post = await createPendingPost(server, amina)
      const answers = await Promise.all(
        experts.map((each, i) => moderatePost(server, each, post.id, (i + round) % 2 ? 'flag' : 'approve')),
      )
      expect(sortedStatuses(answers)).toEqual([200, 200, 200, 409, 409, 409])
      const won = answers.find(({ status }) => status === 200)?.body.status
      expect((await getPost(server, amina, post.id)).body.status).toBe(won)
      expect(await getPoints(server, amina)).toBe(won === 'approved' ? 5 : 0)
      expect((await fetchNotifications(server, amina)).results.map(({ type }) => type)).toEqual([`post_${won}`])
    }
  })

  it('approving the same posts in bulk, each post is approved once', async () => {
    const amina = await signUpFarmer(server)
    const posts = await Promise.all(Array.from({ length: 20 }, () => createPendingPost(server, amina)))
    const answers = await Promise.all(
      experts.map(({ token }, i) =>
        server.request('PUT /api/community/posts/moderate/', {
          token,
          body: { action: 'approve', posts: i % 2 ? posts : [...posts].reverse() },
        }),
      ),
    )
    expect(sortedStatuses(answers)).toEqual([200, 200, 200, 200, 200, 200])
    const outcomes = answers.flatMap(({ body }) => body.results.map(({ error }: { error: string | null }) => error))
    expect(outcomes).toEqual(Array(120).fill(null))
    const entries = await server.app.db
      .selectFrom('audit_log')
      .select('subject_id')
      .where('action', '=', 'post.approved')
      .where(
        'subject_id',
        'in',
        posts.map(({ id }) => id),
      )
      .execute()
    expect(entries).toHaveLength(20)
    expect(await getPoints(server, amina)).toBe(100)
  })

  it('one approves a comment, one endorses it, and its points are awarded once', async () => {
    const [owner, zara] = [await signUpFarmer(server), await signUpFarmer(server)]
    const [first] = experts
    if (!first) throw new Error('no expert')
    const post = await createApprovedPost(server, owner, first)
    const { id } = await createPendingComment(server, zara, post.id)
    for (const action of ['approve', 'endorse']) {
      const answers = await Promise.all(
        experts.map(each => moderateComment(server, each, post.id, { response_id: id, action })),
      )
      expect(sortedStatuses(answers)).toEqual(Array(6).fill(200))
    }
    expect((await fetchNotifications(server, zara)).results.map(({ type }) => type)).toEqual([
      'response_endorsed',
      'response_approved',
    ])
    expect(await getPoints(server, zara)).toBe(13)
    expect((await getPost(server, owner, post.id)).body.farmer_comment_count).toBe(1)
  })

  it('every answer is counted, and the time of the first one is kept', async () => {
    const owner = await signUpFarmer(server)
    const [first] = experts
    if (!first) throw new Error('no expert')
    const post = await createApprovedPost(server, owner, first)
    expect(sortedStatuses(await Promise.all(experts.map(each => createComment(server, each, post.id))))).toEqual(
      Array(6).fill(201),
    )
    expect((await getPost(server, owner, post.id)).body).toMatchObject({ expert_comment_count: 6 })
  })
})

describe('a farmer and an expert at the same time', () => {
  it('edit and approve a post: the expert approves only the version that was read', async () => {
    for (const round of rounds) {
      const amina = await signUpFarmer(server)
      const post = await createPendingPost(server, amina)
      const other = postBody({ title: `Changed ${round}` })
      const [edited, approved] = await Promise.all([
        server.request('PUT /api/community/posts/{id}/', { token: amina.token, params: { id: post.id }, body: other }),
        moderatePost(server, experts[round % 6] ?? amina, post.id, 'approve', { version: 1 }),
      ])
      expect(sortedStatuses([edited, approved])).toEqual([200, 409])
      const { body } = await getPost(server, amina, post.id)
      const wanted = edited.status === 200 ? [other.title, 'pending', 2] : [post.title, 'approved', 1]
      expect([body.title, body.status, body.version]).toEqual(wanted)
    }
  })

  it('withdraw and approve a post: it ends withdrawn and earns nothing', async () => {
    for (const round of rounds) {
      const amina = await signUpFarmer(server)
      const post = await createPendingPost(server, amina)
      const [withdrawn, approved] = await Promise.all([
        server.request('DELETE /api/community/posts/{id}/', { token: amina.token, params: { id: post.id } }),
        moderatePost(server, experts[round % 6] ?? amina, post.id, 'approve'),
      ])
      expect(withdrawn.status).toBe(204)
      expect([200, 404, 409]).toContain(approved.status)
      expect((await getPost(server, amina, post.id)).body.status).toBe('withdrawn')
      expect([await getPoints(server, amina), (await fetchNotifications(server, amina)).count]).toEqual([0, 0])
    }
  })
})

it('repeated taps on Submit create one post', async () => {
  const amina = await signUpFarmer(server)
  const same = postBody()
  const answers = await Promise.all(Array.from({ length: 8 }, () => createPost(server, amina, same)))
  expect(sortedStatuses(answers)).toEqual([201, ...Array(7).fill(409)])
  const mine = await server.request('GET /api/community/posts/mine/', { token: amina.token })
  expect(mine.body).toHaveLength(1)
})

it('many simultaneous comments of farmers on many posts are all saved, without a deadlock', async () => {
  const [owner, zara, first] = [await signUpFarmer(server), await signUpFarmer(server), experts[0]]
  if (!first) throw new Error('no expert')
  const posts = await Promise.all([1, 2, 3].map(() => createApprovedPost(server, owner, first)))
  const comments = await Promise.all(
    posts.flatMap(post =>
      [owner, zara].map(async by => ({ post, ...(await createPendingComment(server, by, post.id)) })),
    ),
  )
  const answers = await Promise.all(
    comments.map(({ id, post }, i) =>
      moderateComment(server, experts[i % 6] ?? first, post.id, {
        response_id: id,
        action: 'approve',
        expert_comment: `Yes ${i}`,
      }),
    ),
  )
  expect(sortedStatuses(answers)).toEqual(Array(6).fill(200))
  expect([await getPoints(server, owner), await getPoints(server, zara)]).toEqual([24, 9])
  for (const post of posts)
    expect((await getPost(server, owner, post.id)).body).toMatchObject({
      farmer_comment_count: 2,
      expert_comment_count: 2,
    })
})
