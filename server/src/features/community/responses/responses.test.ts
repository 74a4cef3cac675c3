import { community } from '@kutu/contract/community/community'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createApprovedPost,
  createComment,
  createPendingComment,
  createPendingPost,
  fetchNotifications,
  getPoints,
  getPost,
  moderateComment,
  moderatePost,
  sendHeldMessagesNow,
} from '../../../testing/features/community.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  createTestAdmin,
  signUpApprovedExpert,
  signUpExpert,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
let joan: TestUser
let okello: TestUser
let wanjiru: TestUser
let waiting: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  const admin = await createTestAdmin(server)
  grace = await signUpFarmer(server)
  joan = await signUpFarmer(server)
  okello = await signUpApprovedExpert(server, admin)
  wanjiru = await signUpApprovedExpert(server, admin)
  waiting = await signUpExpert(server)
})
afterAll(() => server.close())

const list = (post: string, query: Record<string, string | number> = {}) =>
  server.request('GET /api/community/responses/moderate/{id}/', { token: okello.token, params: { id: post }, query })

describe('a comment', () => {
  it('of a farmer is pending: its author sees it, others do not yet', async () => {
    const post = await createApprovedPost(server, grace, okello)
    const { status, body } = await createComment(server, joan, post.id, ' Pull the leaves ')
    expect(status).toBe(201)
    expect(community.createResponse.reply.parse(body)).toMatchObject({
      content: ' Pull the leaves ',
      status: 'pending',
      is_approved: false,
      is_flagged: false,
      author: { id: joan.id, username: joan.username, role: 'farmer' },
    })
    expect((await getPost(server, joan, post.id)).body).toMatchObject({
      farmer_comments: [],
      my_responses: [{ id: body.id }],
    })
    expect((await getPost(server, grace, post.id)).body).toMatchObject({ farmer_comment_count: 0, my_responses: [] })
    expect((await fetchNotifications(server, grace)).results.map(({ type }) => type)).not.toContain('post_commented')
  })

  it('of an approved expert is visible immediately, and the farmer is notified', async () => {
    const amina = await signUpFarmer(server)
    const post = await createApprovedPost(server, amina, okello)
    const { body } = await createComment(server, okello, post.id, 'It is common rust.')
    expect(body).toMatchObject({ status: 'approved', is_approved: true, author: { role: 'expert' } })
    const shown = (await getPost(server, joan, post.id)).body
    expect(shown.expert_comments).toEqual([
      {
        id: body.id,
        content: 'It is common rust.',
        created_at: body.created_at,
        expert: { id: okello.id, username: okello.username, photo: null },
        reply_to: null,
        edited_at: null,
        is_endorsed: false,
      },
    ])
    expect([shown.farmer_comments, shown.expert_comment_count]).toEqual([[], 1])
    expect((await fetchNotifications(server, amina)).results[0]).toMatchObject({
      type: 'post_answered',
      message: `${okello.username}, an expert, answered your post “${post.title}”.`,
    })
    expect((await server.emailsTo(amina.email)).at(-1)?.subject).toBe('An expert answered your post on Kutu')
    expect(await getPoints(server, okello)).toBe(0)
  })

  it('of an expert who is not approved yet is pending', async () => {
    const post = await createApprovedPost(server, grace, okello)
    const { status, body } = await createComment(server, waiting, post.id)
    expect([status, body.status, body.author.role]).toEqual([201, 'pending', 'expert'])
    expect((await moderateComment(server, okello, post.id, { response_id: body.id, action: 'approve' })).status).toBe(
      200,
    )
    expect((await getPost(server, joan, post.id)).body.expert_comments).toMatchObject([{ id: body.id }])
    expect(await getPoints(server, waiting)).toBe(0)
  })

  it('is rejected on a post that is not approved or not visible to the author', async () => {
    const post = await createPendingPost(server, grace)
    expect((await createComment(server, grace, post.id)).body).toMatchObject({ status: 409, error: 'not_approved_yet' })
    expect((await createComment(server, okello, post.id)).body.error).toBe('not_approved_yet')
    expect((await createComment(server, joan, post.id)).body).toMatchObject({ status: 404, error: 'not_found' })
    expect((await createComment(server, waiting, post.id)).body.error).toBe('not_found')
    await moderatePost(server, okello, post.id, 'flag')
    expect((await createComment(server, grace, post.id)).body.error).toBe('not_approved_yet')
  })

  it.each([
    ['nothing', ''],
    ['only spaces', '  \n'],
    ['only what nobody sees', '\u200b\u200d'],
    ['more than 2000 characters', 'x'.repeat(2001)],
    ['a zero character', 'a\u0000'],
    ['no content at all', undefined],
    ['a number', 7],
  ])('is rejected with %s', async (_what, content) => {
    const post = await createApprovedPost(server, grace, okello)
    const { status, body } = await server.request('POST /api/community/responses/{id}/', {
      token: joan.token,
      params: { id: post.id },
      body: { content },
    })
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ field: 'content' }])
  })

  it('cannot be repeated by the same author on a post', async () => {
    const [post, other] = [
      await createApprovedPost(server, grace, okello),
      await createApprovedPost(server, grace, okello),
    ]
    await createPendingComment(server, joan, post.id, 'Burn it')
    expect((await createComment(server, joan, post.id, 'burn  IT')).body).toMatchObject({
      status: 409,
      error: 'duplicate_response',
    })
    expect((await createComment(server, grace, post.id, 'Burn it')).status).toBe(201)
    expect((await createComment(server, joan, other.id, 'Burn it')).status).toBe(201)
  })

  it('count: a post shows the newest hundred of each kind, and the count includes all', async () => {
    const post = await createApprovedPost(server, grace, okello)
    for (let i = 1; i <= 103; i++) await createComment(server, okello, post.id, `Answer ${i}`)
    const { body } = await getPost(server, joan, post.id)
    expect([body.expert_comments.length, body.expert_comment_count]).toEqual([100, 103])
    const listed = await server.request('GET /api/community/posts/', { token: joan.token, query: { page_size: 1 } })
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
  it('approves a comment: it becomes visible, its author earns 3 points, both farmers are notified', async () => {
    const [amina, zara] = [await signUpFarmer(server), await signUpFarmer(server)]
    const post = await createApprovedPost(server, amina, okello)
    const response = await createPendingComment(server, zara, post.id)
    const { status, body } = await moderateComment(server, okello, post.id, {
      response_id: response.id,
      action: 'approve',
    })
    expect(status).toBe(200)
    expect(community.moderateResponse.reply.parse(body)).toMatchObject({ id: response.id, is_approved: true })
    expect((await getPost(server, joan, post.id)).body).toMatchObject({
      farmer_comments: [{ id: response.id, farmer: { id: zara.id, username: zara.username }, is_endorsed: false }],
      farmer_comment_count: 1,
    })
    expect(await getPoints(server, zara)).toBe(3)
    expect((await fetchNotifications(server, zara)).results[0]?.type).toBe('response_approved')
    expect((await fetchNotifications(server, amina)).results[0]?.message).toBe(
      `${zara.username} commented on your post “${post.title}”.`,
    )
    await sendHeldMessagesNow(server)
    const subjects = (await server.emailsTo(amina.email)).map(({ subject }) => subject)
    expect(subjects).toContain('A comment on your post on Kutu')
  })

  it('endorses a comment for 10 points more, and a flag takes all points back', async () => {
    const zara = await signUpFarmer(server)
    const post = await createApprovedPost(server, grace, okello)
    const { id } = await createPendingComment(server, zara, post.id)
    expect((await moderateComment(server, okello, post.id, { response_id: id, action: 'endorse' })).body.error).toBe(
      'already_decided',
    )
    await moderateComment(server, okello, post.id, { response_id: id, action: 'approve' })
    const { body } = await moderateComment(server, wanjiru, post.id, { response_id: id, action: 'endorse' })
    expect(body).toMatchObject({ is_approved: true, is_endorsed: true })
    expect(await getPoints(server, zara)).toBe(13)
    expect((await getPost(server, joan, post.id)).body.farmer_comments).toMatchObject([{ id, is_endorsed: true }])
    const flagged = await moderateComment(server, okello, post.id, {
      response_id: id,
      action: 'reject',
      reason: 'Dangerous dose',
    })
    expect(flagged.body).toMatchObject({ is_flagged: true, is_approved: false, flag_reason: 'Dangerous dose' })
    expect(await getPoints(server, zara)).toBe(0)
    expect((await getPost(server, joan, post.id)).body).toMatchObject({ farmer_comments: [], farmer_comment_count: 0 })
    expect((await getPost(server, zara, post.id)).body.my_responses).toMatchObject([
      { id, flag_reason: 'Dangerous dose' },
    ])
    await moderateComment(server, okello, post.id, { response_id: id, action: 'approve' })
    expect(await getPoints(server, zara)).toBe(3)
  })

  it.each([
    [['approve'], 'approve', 'approved'],
    [['approve', 'endorse'], 'approve', 'endorsed'],
    [['approve', 'endorse'], 'endorse', 'endorsed'],
    [['flag'], 'flag', 'flagged'],
    [['flag'], 'reject', 'flagged'],
  ])('repeats without effect: after %j, %s leaves a comment %s', async (actions, repeated, state) => {
    const zara = await signUpFarmer(server)
    const post = await createApprovedPost(server, grace, okello)
    const { id } = await createPendingComment(server, zara, post.id)
    for (const action of actions)
      await moderateComment(server, okello, post.id, { response_id: id, action, reason: 'Why' })
    const getEffects = async () => [
      await getPoints(server, zara),
      (await fetchNotifications(server, zara)).count,
      await server.app.db.selectFrom('audit_log').select('id').where('subject_id', '=', id).execute(),
    ]
    const before = await getEffects()
    const { status, body } = await moderateComment(server, wanjiru, post.id, {
      response_id: id,
      action: repeated,
      reason: 'Again',
    })
    expect(status).toBe(200)
    expect(community.moderateResponse.reply.parse(body)).toMatchObject({
      id,
      status: state,
      flag_reason: state === 'flagged' ? 'Why' : null,
    })
    expect(await getEffects()).toEqual(before)
  })

  it('adds the reply that comes with a repeated action', async () => {
    const post = await createApprovedPost(server, grace, okello)
    const { id } = await createPendingComment(server, joan, post.id)
    await moderateComment(server, okello, post.id, { response_id: id, action: 'approve' })
    const again = { response_id: id, action: 'approve', expert_comment: 'Well seen.' }
    expect((await moderateComment(server, wanjiru, post.id, again)).status).toBe(200)
    expect((await getPost(server, joan, post.id)).body.expert_comments).toMatchObject([
      { content: 'Well seen.', reply_to: id },
    ])
  })

  it('replies to a farmer’s comment, with an action or without one', async () => {
    const post = await createApprovedPost(server, grace, okello)
    const { id } = await createPendingComment(server, joan, post.id)
    const both = { response_id: id, action: 'approve', expert_comment: 'Right, and do it early.' }
    expect((await moderateComment(server, okello, post.id, both)).status).toBe(200)
    expect(
      (await moderateComment(server, wanjiru, post.id, { response_id: id, expert_comment: 'I agree.' })).status,
    ).toBe(200)
    const shown = (await getPost(server, joan, post.id)).body
    expect(shown.expert_comments).toMatchObject([
      { content: 'I agree.', reply_to: id, expert: { id: wanjiru.id } },
      { content: 'Right, and do it early.', reply_to: id, expert: { id: okello.id } },
    ])
    await moderateComment(server, okello, post.id, { response_id: id, action: 'flag', expert_comment: '' })
    expect((await getPost(server, grace, post.id)).body.expert_comments).toMatchObject([
      { reply_to: null },
      { reply_to: null },
    ])
  })

  it('changes nothing if the reply that comes with an action is rejected', async () => {
    const post = await createApprovedPost(server, grace, okello)
    const { id } = await createPendingComment(server, joan, post.id)
    await moderateComment(server, okello, post.id, { response_id: id, expert_comment: 'Good' })
    const again = await moderateComment(server, okello, post.id, {
      response_id: id,
      action: 'approve',
      expert_comment: 'good',
    })
    expect(again.body).toMatchObject({ status: 409, error: 'duplicate_response' })
    expect((await list(post.id, { status: 'pending' })).body).toMatchObject([{ id, status: 'pending' }])
  })

  it('cannot approve or endorse their own comment, but may flag it', async () => {
    const post = await createApprovedPost(server, grace, okello)
    const { id } = await createPendingComment(server, okello, post.id)
    expect((await moderateComment(server, okello, post.id, { response_id: id, action: 'flag' })).status).toBe(200)
    expect((await fetchNotifications(server, okello)).count).toBe(0)
    const answer = await moderateComment(server, okello, post.id, { response_id: id, action: 'approve' })
    expect([answer.status, answer.body.error]).toEqual([403, 'own_response'])
    expect((await moderateComment(server, wanjiru, post.id, { response_id: id, action: 'approve' })).status).toBe(200)
    const own = await moderateComment(server, okello, post.id, { response_id: id, action: 'endorse' })
    expect([own.status, own.body.error]).toEqual([403, 'own_response'])
    const endorsed = await moderateComment(server, wanjiru, post.id, { response_id: id, action: 'endorse' })
    expect(endorsed.body).toMatchObject({ status: 'endorsed', is_endorsed: true })
    expect((await fetchNotifications(server, okello)).results[0]).toMatchObject({ type: 'response_endorsed' })
    expect(await getPoints(server, okello)).toBe(0)
  })

  it('finds a comment only under its own post, and must name an action', async () => {
    const [post, other] = [
      await createApprovedPost(server, grace, okello),
      await createApprovedPost(server, grace, okello),
    ]
    const { id } = await createPendingComment(server, joan, post.id)
    expect((await moderateComment(server, okello, other.id, { response_id: id, action: 'approve' })).status).toBe(404)
    expect((await moderateComment(server, okello, post.id, { response_id: id })).body.errors).toMatchObject([
      { field: 'action' },
    ])
    expect((await moderateComment(server, okello, post.id, { action: 'approve' })).body.errors).toMatchObject([
      { field: 'response_id' },
    ])
    expect((await list('00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await moderateComment(server, waiting, post.id, { response_id: id, action: 'approve' })).body.error).toBe(
      'approval_pending',
    )
    expect((await moderateComment(server, joan, post.id, { response_id: id, action: 'approve' })).body.error).toBe(
      'forbidden',
    )
  })
})
