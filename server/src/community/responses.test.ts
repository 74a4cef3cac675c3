import { community } from '@kutu/contract/community'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  approvedPost,
  comment,
  judge,
  moderate,
  newsOf,
  pendingComment,
  pendingPost,
  pointsOf,
  show,
} from '../testing/board.ts'
import { approvedExpert, expert, farmer, newAdmin, type Person } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let grace: Person
let joan: Person
let okello: Person
let wanjiru: Person
let waiting: Person
beforeAll(async () => {
  w = await world({ expertApproval: 'manual' })
  const admin = await newAdmin(w)
  grace = await farmer(w)
  joan = await farmer(w)
  okello = await approvedExpert(w, admin)
  wanjiru = await approvedExpert(w, admin)
  waiting = await expert(w)
})
afterAll(() => w.close())

const list = (post: string, query: Record<string, string | number> = {}) =>
  w.call('GET /api/community/responses/moderate/{id}/', { token: okello.token, params: { id: post }, query })

describe('a comment', () => {
  it('of a farmer waits: its writer sees it, others do not yet', async () => {
    const post = await approvedPost(w, grace, okello)
    const { status, body } = await comment(w, joan, post.id, ' Pull the leaves ')
    expect(status).toBe(201)
    expect(community.createResponse.reply.parse(body)).toMatchObject({
      content: ' Pull the leaves ',
      status: 'pending',
      is_approved: false,
      is_flagged: false,
      author: { id: joan.id, username: joan.username, role: 'farmer' },
    })
    expect((await show(w, joan, post.id)).body).toMatchObject({ farmer_comments: [], my_responses: [{ id: body.id }] })
    expect((await show(w, grace, post.id)).body).toMatchObject({ farmer_comment_count: 0, my_responses: [] })
    expect((await newsOf(w, grace)).results.map(({ type }) => type)).not.toContain('post_commented')
  })

  it('of an approved expert shows at once, and the farmer hears of it', async () => {
    const amina = await farmer(w)
    const post = await approvedPost(w, amina, okello)
    const { body } = await comment(w, okello, post.id, 'It is common rust.')
    expect(body).toMatchObject({ status: 'approved', is_approved: true, author: { role: 'expert' } })
    const shown = (await show(w, joan, post.id)).body
    expect(shown.expert_comments).toEqual([
      {
        id: body.id,
        content: 'It is common rust.',
        created_at: body.created_at,
        expert: { id: okello.id, username: okello.username, photo: null },
        reply_to: null,
      },
    ])
    expect([shown.farmer_comments, shown.expert_comment_count]).toEqual([[], 1])
    expect((await newsOf(w, amina)).results[0]).toMatchObject({
      type: 'post_answered',
      message: `${okello.username}, an expert, answered your post “${post.title}”.`,
    })
    expect((await w.lettersTo(amina.email)).at(-1)?.subject).toBe('An expert answered your post on Kutu')
    expect(await pointsOf(w, okello)).toBe(0)
  })

  it('of an expert who waits for approval waits, too', async () => {
    const post = await approvedPost(w, grace, okello)
    const { status, body } = await comment(w, waiting, post.id)
    expect([status, body.status, body.author.role]).toEqual([201, 'pending', 'expert'])
    expect((await judge(w, okello, post.id, { response_id: body.id, action: 'approve' })).status).toBe(200)
    expect((await show(w, joan, post.id)).body.expert_comments).toMatchObject([{ id: body.id }])
    expect(await pointsOf(w, waiting)).toBe(0)
  })

  it('is not taken by a post that is not approved, or not there to see', async () => {
    const post = await pendingPost(w, grace)
    expect((await comment(w, grace, post.id)).body).toMatchObject({ status: 409, error: 'not_approved_yet' })
    expect((await comment(w, okello, post.id)).body.error).toBe('not_approved_yet')
    expect((await comment(w, joan, post.id)).body).toMatchObject({ status: 404, error: 'not_found' })
    expect((await comment(w, waiting, post.id)).body.error).toBe('not_found')
    await moderate(w, okello, post.id, 'flag')
    expect((await comment(w, grace, post.id)).body.error).toBe('not_approved_yet')
  })

  it.each([
    ['nothing', ''],
    ['only spaces', '  \n'],
    ['only what nobody sees', '\u200b\u200d'],
    ['more than 2000 characters', 'x'.repeat(2001)],
    ['a zero character', 'a\u0000'],
    ['no content at all', undefined],
    ['a number', 7],
  ])('is refused with %s', async (_what, content) => {
    const post = await approvedPost(w, grace, okello)
    const { status, body } = await w.call('POST /api/community/responses/{id}/', {
      token: joan.token,
      params: { id: post.id },
      body: { content },
    })
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ field: 'content' }])
  })

  it('is said once by a writer on a post', async () => {
    const [post, other] = [await approvedPost(w, grace, okello), await approvedPost(w, grace, okello)]
    await pendingComment(w, joan, post.id, 'Burn it')
    expect((await comment(w, joan, post.id, 'burn  IT')).body).toMatchObject({
      status: 409,
      error: 'duplicate_response',
    })
    expect((await comment(w, grace, post.id, 'Burn it')).status).toBe(201)
    expect((await comment(w, joan, other.id, 'Burn it')).status).toBe(201)
  })

  it('of many in one post: the newest hundred of each kind show in it, and the count tells all', async () => {
    const post = await approvedPost(w, grace, okello)
    for (let i = 1; i <= 103; i++) await comment(w, okello, post.id, `Answer ${i}`)
    const { body } = await show(w, joan, post.id)
    expect([body.expert_comments.length, body.expert_comment_count]).toEqual([100, 103])
    const listed = await w.call('GET /api/community/posts/', { token: joan.token, query: { page_size: 1 } })
    expect([listed.body[0].id, listed.body[0].expert_comments.length]).toEqual([post.id, 20])
    const first = await list(post.id)
    expect(first.body).toHaveLength(100)
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const rest = await list(post.id, Object.fromEntries(new URL(next).searchParams))
    expect([rest.body.length, rest.headers.get('link')]).toEqual([3, null])
    expect(new Set([...first.body, ...rest.body].map(({ id }) => id)).size).toBe(103)
    expect((await list(post.id, { page: 3, page_size: 50 })).body).toHaveLength(3)
  })
})

describe('an expert', () => {
  it('approves a comment: it shows, its writer earns 3 points, both farmers hear of it', async () => {
    const [amina, zara] = [await farmer(w), await farmer(w)]
    const post = await approvedPost(w, amina, okello)
    const response = await pendingComment(w, zara, post.id)
    const { status, body } = await judge(w, okello, post.id, { response_id: response.id, action: 'approve' })
    expect(status).toBe(200)
    expect(community.moderateResponse.reply.parse(body)).toMatchObject({ id: response.id, is_approved: true })
    expect((await show(w, joan, post.id)).body).toMatchObject({
      farmer_comments: [{ id: response.id, farmer: { id: zara.id, username: zara.username }, is_endorsed: false }],
      farmer_comment_count: 1,
    })
    expect(await pointsOf(w, zara)).toBe(3)
    expect((await newsOf(w, zara)).results[0]?.type).toBe('response_approved')
    expect((await newsOf(w, amina)).results[0]?.message).toBe(
      `${zara.username} commented on your post “${post.title}”.`,
    )
    expect((await w.lettersTo(amina.email)).at(-1)?.subject).toBe('A comment on your post on Kutu')
  })

  it('endorses it for 10 points more, and a flag takes all of it back', async () => {
    const zara = await farmer(w)
    const post = await approvedPost(w, grace, okello)
    const { id } = await pendingComment(w, zara, post.id)
    expect((await judge(w, okello, post.id, { response_id: id, action: 'endorse' })).body.error).toBe('already_decided')
    await judge(w, okello, post.id, { response_id: id, action: 'approve' })
    const { body } = await judge(w, wanjiru, post.id, { response_id: id, action: 'endorse' })
    expect(body).toMatchObject({ is_approved: true, is_endorsed: true })
    expect(await pointsOf(w, zara)).toBe(13)
    expect((await show(w, joan, post.id)).body.farmer_comments).toMatchObject([{ id, is_endorsed: true }])
    expect((await judge(w, okello, post.id, { response_id: id, action: 'endorse' })).body.error).toBe('already_decided')
    const flagged = await judge(w, okello, post.id, { response_id: id, action: 'reject', reason: 'Dangerous dose' })
    expect(flagged.body).toMatchObject({ is_flagged: true, is_approved: false, flag_reason: 'Dangerous dose' })
    expect(await pointsOf(w, zara)).toBe(0)
    expect((await show(w, joan, post.id)).body).toMatchObject({ farmer_comments: [], farmer_comment_count: 0 })
    expect((await show(w, zara, post.id)).body.my_responses).toMatchObject([{ id, flag_reason: 'Dangerous dose' }])
    await judge(w, okello, post.id, { response_id: id, action: 'approve' })
    expect(await pointsOf(w, zara)).toBe(3)
  })

  it('comments on a farmer’s comment, with a move or without one', async () => {
    const post = await approvedPost(w, grace, okello)
    const { id } = await pendingComment(w, joan, post.id)
    const both = { response_id: id, action: 'approve', expert_comment: 'Right, and do it early.' }
    expect((await judge(w, okello, post.id, both)).status).toBe(200)
    expect((await judge(w, wanjiru, post.id, { response_id: id, expert_comment: 'I agree.' })).status).toBe(200)
    const shown = (await show(w, joan, post.id)).body
    expect(shown.expert_comments).toMatchObject([
      { content: 'I agree.', reply_to: id, expert: { id: wanjiru.id } },
      { content: 'Right, and do it early.', reply_to: id, expert: { id: okello.id } },
    ])
    await judge(w, okello, post.id, { response_id: id, action: 'flag', expert_comment: '' })
    expect((await show(w, grace, post.id)).body.expert_comments).toMatchObject([{ reply_to: null }, { reply_to: null }])
  })

  it('moves nothing when the comment beside it cannot be taken', async () => {
    const post = await approvedPost(w, grace, okello)
    const { id } = await pendingComment(w, joan, post.id)
    await judge(w, okello, post.id, { response_id: id, expert_comment: 'Good' })
    const again = await judge(w, okello, post.id, { response_id: id, action: 'approve', expert_comment: 'good' })
    expect(again.body).toMatchObject({ status: 409, error: 'duplicate_response' })
    expect((await list(post.id, { status: 'pending' })).body).toMatchObject([{ id, status: 'pending' }])
  })

  it('neither approves nor endorses own words, but may take them back', async () => {
    const post = await approvedPost(w, grace, okello)
    const { id } = await pendingComment(w, okello, post.id)
    expect((await judge(w, okello, post.id, { response_id: id, action: 'flag' })).status).toBe(200)
    expect((await newsOf(w, okello)).count).toBe(0)
    const answer = await judge(w, okello, post.id, { response_id: id, action: 'approve' })
    expect([answer.status, answer.body.error]).toEqual([403, 'own_response'])
    expect((await judge(w, wanjiru, post.id, { response_id: id, action: 'approve' })).status).toBe(200)
    expect((await judge(w, wanjiru, post.id, { response_id: id, action: 'endorse' })).body.error).toBe(
      'already_decided',
    )
    expect(await pointsOf(w, okello)).toBe(0)
  })

  it('finds a comment only under its own post, and says what to do with it', async () => {
    const [post, other] = [await approvedPost(w, grace, okello), await approvedPost(w, grace, okello)]
    const { id } = await pendingComment(w, joan, post.id)
    expect((await judge(w, okello, other.id, { response_id: id, action: 'approve' })).status).toBe(404)
    expect((await judge(w, okello, post.id, { response_id: id })).body.errors).toMatchObject([{ field: 'action' }])
    expect((await judge(w, okello, post.id, { action: 'approve' })).body.errors).toMatchObject([
      { field: 'response_id' },
    ])
    expect((await list('00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await judge(w, waiting, post.id, { response_id: id, action: 'approve' })).body.error).toBe(
      'approval_pending',
    )
    expect((await judge(w, joan, post.id, { response_id: id, action: 'approve' })).body.error).toBe('forbidden')
  })
})
