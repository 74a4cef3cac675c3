import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  approvedPost,
  ask,
  comment,
  judge,
  moderate,
  newsOf,
  pendingComment,
  pendingPost,
  pointsOf,
  question,
  show,
} from '../testing/board.ts'
import { expert, farmer, type Person, several } from '../testing/people.ts'
import { type Answered, type World, world } from '../testing/world.ts'

let w: World
let experts: Person[]
beforeAll(async () => {
  w = await world({ expertApproval: 'auto' })
  experts = await several(6, () => expert(w))
})
afterAll(() => w.close())

const statuses = (answers: Answered[]) => answers.map(({ status }) => status).sort()
const rounds = Array.from({ length: 12 }, (_, i) => i)

describe('of experts at once', () => {
  it('one flags or approves a post, and all others are told', async () => {
    for (const round of rounds) {
      const amina = await farmer(w)
      const post = await pendingPost(w, amina)
      const answers = await Promise.all(
        experts.map((each, i) => moderate(w, each, post.id, (i + round) % 2 ? 'flag' : 'approve')),
      )
      expect(statuses(answers)).toEqual([200, 409, 409, 409, 409, 409])
      const won = answers.find(({ status }) => status === 200)?.body.status
      expect((await show(w, amina, post.id)).body.status).toBe(won)
      expect(await pointsOf(w, amina)).toBe(won === 'approved' ? 5 : 0)
      expect((await newsOf(w, amina)).results.map(({ type }) => type)).toEqual([`post_${won}`])
    }
  })

  it('approving the same posts in bulk approve each once', async () => {
    const amina = await farmer(w)
    const posts = await Promise.all(Array.from({ length: 20 }, () => pendingPost(w, amina)))
    const answers = await Promise.all(
      experts.map(({ token }, i) =>
        w.call('PUT /api/community/posts/moderate/', {
          token,
          body: { action: 'approve', posts: i % 2 ? posts : [...posts].reverse() },
        }),
      ),
    )
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 200])
    const outcomes = answers.flatMap(({ body }) => body.results.map(({ error }: { error: string | null }) => error))
    expect(outcomes.filter(error => error === null)).toHaveLength(20)
    expect(outcomes.filter(error => error === 'already_decided')).toHaveLength(100)
    expect(await pointsOf(w, amina)).toBe(100)
  })

  it('one approves a comment, one endorses it, and its points are given once', async () => {
    const [owner, zara] = [await farmer(w), await farmer(w)]
    const [first] = experts
    if (!first) throw new Error('no expert')
    const post = await approvedPost(w, owner, first)
    const { id } = await pendingComment(w, zara, post.id)
    for (const action of ['approve', 'endorse']) {
      const answers = await Promise.all(experts.map(each => judge(w, each, post.id, { response_id: id, action })))
      expect(statuses(answers)).toEqual([200, 409, 409, 409, 409, 409])
    }
    expect(await pointsOf(w, zara)).toBe(13)
    expect((await show(w, owner, post.id)).body.farmer_comment_count).toBe(1)
  })

  it('every answer is counted, and the first one’s time stays', async () => {
    const owner = await farmer(w)
    const [first] = experts
    if (!first) throw new Error('no expert')
    const post = await approvedPost(w, owner, first)
    expect(statuses(await Promise.all(experts.map(each => comment(w, each, post.id))))).toEqual(Array(6).fill(201))
    expect((await show(w, owner, post.id)).body).toMatchObject({ expert_comment_count: 6 })
  })
})

describe('a farmer and an expert at once', () => {
  it('change and approve a post: what was approved is what the expert read', async () => {
    for (const round of rounds) {
      const amina = await farmer(w)
      const post = await pendingPost(w, amina)
      const other = question({ title: `Changed ${round}` })
      const [edited, approved] = await Promise.all([
        w.call('PUT /api/community/posts/{id}/', { token: amina.token, params: { id: post.id }, body: other }),
        moderate(w, experts[round % 6] ?? amina, post.id, 'approve', { version: 1 }),
      ])
      expect(statuses([edited, approved])).toEqual([200, 409])
      const { body } = await show(w, amina, post.id)
      const wanted = edited.status === 200 ? [other.title, 'pending', 2] : [post.title, 'approved', 1]
      expect([body.title, body.status, body.version]).toEqual(wanted)
    }
  })

  it('withdraw and approve a post: it ends withdrawn, and earns nothing', async () => {
    for (const round of rounds) {
      const amina = await farmer(w)
      const post = await pendingPost(w, amina)
      const [withdrawn, approved] = await Promise.all([
        w.call('DELETE /api/community/posts/{id}/', { token: amina.token, params: { id: post.id } }),
        moderate(w, experts[round % 6] ?? amina, post.id, 'approve'),
      ])
      expect(withdrawn.status).toBe(204)
      expect([200, 404, 409]).toContain(approved.status)
      expect((await show(w, amina, post.id)).body.status).toBe('withdrawn')
      expect([await pointsOf(w, amina), (await newsOf(w, amina)).count]).toEqual([0, 0])
    }
  })
})

it('many taps on Submit post once', async () => {
  const amina = await farmer(w)
  const same = question()
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(w, amina, same)))
  expect(statuses(answers)).toEqual([201, ...Array(7).fill(409)])
  const mine = await w.call('GET /api/community/posts/mine/', { token: amina.token })
  expect(mine.body).toHaveLength(1)
})

it('many comments at once of farmers on many posts are all there, and nobody waits in a circle', async () => {
  const [owner, zara, first] = [await farmer(w), await farmer(w), experts[0]]
  if (!first) throw new Error('no expert')
  const posts = await Promise.all([1, 2, 3].map(() => approvedPost(w, owner, first)))
  const comments = await Promise.all(
    posts.flatMap(post => [owner, zara].map(async by => ({ post, ...(await pendingComment(w, by, post.id)) }))),
  )
  const answers = await Promise.all(
    comments.map(({ id, post }, i) =>
      judge(w, experts[i % 6] ?? first, post.id, { response_id: id, action: 'approve', expert_comment: `Yes ${i}` }),
    ),
  )
  expect(statuses(answers)).toEqual(Array(6).fill(200))
  expect([await pointsOf(w, owner), await pointsOf(w, zara)]).toEqual([24, 9])
  for (const post of posts)
    expect((await show(w, owner, post.id)).body).toMatchObject({ farmer_comment_count: 2, expert_comment_count: 2 })
})
