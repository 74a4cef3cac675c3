import { community } from '@kutu/contract/community/community'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createApprovedPost,
  createPendingPost,
  fetchNotifications,
  getPoints,
  getPost,
  moderatePost,
  postBody,
  sendFlagEmailNow,
  sendHeldMessagesNow,
} from '../../../testing/features/community.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
let okello: TestUser
let wanjiru: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  grace = await signUpFarmer(server)
  okello = await signUpExpert(server)
  wanjiru = await signUpExpert(server)
})
afterAll(() => server.close())

const listAuditEntries = (id: string) =>
  server.app.db.selectFrom('audit_log').selectAll().where('subject_id', '=', id).orderBy('id').execute()
const emailSubjects = async ({ email }: TestUser) => (await server.emailsTo(email)).map(({ subject }) => subject)

describe('an approval with an answer', () => {
  it('publishes the post and the answer together', async () => {
    const amina = await signUpFarmer(server)
    const post = await createPendingPost(server, amina)
    const { status, body } = await moderatePost(server, okello, post.id, 'approve', { answer: 'Pull out sick plants.' })
    expect([status, body.status, body.expert_comment_count]).toEqual([200, 'approved', 1])
    const types = (await fetchNotifications(server, amina)).results.map(({ type }) => type)
    expect(types.sort()).toEqual(['post_answered', 'post_approved'])
  })

  it('keeps the answer when another expert approved the post first, and is refused twice', async () => {
    const post = await createApprovedPost(server, grace, wanjiru)
    const answer = { answer: 'Keep the field free of weeds.' }
    expect((await moderatePost(server, okello, post.id, 'approve', answer)).body.expert_comment_count).toBe(1)
    const again = await moderatePost(server, okello, post.id, 'approve', answer)
    expect([again.status, again.body]).toMatchObject([409, { error: 'duplicate_response' }])
  })

  it('is stored completely or not at all', async () => {
    const post = await createPendingPost(server, grace)
    const { status } = await moderatePost(server, okello, post.id, 'approve', { answer: 'Water it.', version: 99 })
    expect(status).toBe(409)
    expect((await getPost(server, okello, post.id)).body).toMatchObject({ status: 'pending', expert_comment_count: 0 })
  })

  it('belongs to an approval only', async () => {
    const post = await createPendingPost(server, grace)
    const { status, body } = await moderatePost(server, okello, post.id, 'flag', { answer: 'Water it.' })
    expect([status, body]).toMatchObject([400, { errors: [{ field: 'answer' }] }])
    expect((await moderatePost(server, okello, post.id, 'flag', { answer: ' ' })).status).toBe(200)
  })
})

describe('an expert', () => {
  it('approves a post: it becomes visible, its farmer earns 5 points and is notified', async () => {
    const amina = await signUpFarmer(server)
    const post = await createPendingPost(server, amina)
    const { status, body } = await moderatePost(server, okello, post.id, 'approve')
    expect(status).toBe(200)
    expect(community.moderatePost.reply.parse(body)).toMatchObject({
      id: post.id,
      is_approved: true,
      status: 'approved',
    })
    expect(await getPoints(server, amina)).toBe(5)
    expect((await fetchNotifications(server, amina)).results).toMatchObject([
      {
        type: 'post_approved',
        message: `Your post “${post.title}” is approved. Everyone can see it now.`,
        read: false,
        subject: { type: 'post', id: post.id },
      },
    ])
    await sendHeldMessagesNow(server)
    expect(await emailSubjects(amina)).toContain('Your post on Kutu is approved')
  })

  it('flags a post with a reason: its farmer sees the reason, also by email', async () => {
    const amina = await signUpFarmer(server)
    const post = await createPendingPost(server, amina)
    const { body } = await moderatePost(server, okello, post.id, 'flag', {
      reason: 'Not about {crops} & <b>plants</b>',
    })
    expect(body).toMatchObject({
      is_flagged: true,
      is_approved: false,
      flag_reason: 'Not about {crops} & <b>plants</b>',
    })
    const [notification] = (await fetchNotifications(server, amina)).results
    expect(notification?.message).toBe(
      `Your post “${post.title}” was flagged. Reason: Not about {crops} & <b>plants</b>`,
    )
    expect(await getPoints(server, amina)).toBe(0)
    await sendFlagEmailNow(server, post.id)
    const email = (await server.emailsTo(amina.email)).at(-1)
    expect(email?.subject).toBe('Your post on Kutu was flagged')
    expect(email?.text).toContain('The reason: Not about {crops} & <b>plants</b>')
  })

  it('flags without a reason, as older clients do', async () => {
    const post = await createPendingPost(server, grace)
    expect((await moderatePost(server, okello, post.id, 'flag')).body).toMatchObject({
      is_flagged: true,
      flag_reason: null,
    })
  })

  it('removes a flag: the farmer is not notified, neither in the app nor by email', async () => {
    const amina = await signUpFarmer(server)
    const post = await createPendingPost(server, amina)
    await moderatePost(server, okello, post.id, 'flag', { reason: 'Oh' })
    const { status, body } = await moderatePost(server, wanjiru, post.id, 'unflag')
    expect([status, body.status, body.flag_reason]).toEqual([200, 'pending', null])
    expect((await fetchNotifications(server, amina)).count).toBe(0)
    await sendFlagEmailNow(server, post.id)
    expect(await emailSubjects(amina)).not.toContain('Your post on Kutu was flagged')
  })

  it('notifies the farmer of the second flag, not of the one that was removed', async () => {
    const amina = await signUpFarmer(server)
    const post = await createPendingPost(server, amina)
    await moderatePost(server, okello, post.id, 'flag', { reason: 'First' })
    await moderatePost(server, okello, post.id, 'unflag')
    server.clock.advance(1000)
    await moderatePost(server, okello, post.id, 'flag', { reason: 'Second' })
    await sendFlagEmailNow(server, post.id)
    const emails = (await server.emailsTo(amina.email)).filter(({ subject }) => subject?.includes('flagged'))
    expect(emails).toHaveLength(1)
    expect(emails[0]?.text).toContain('Second')
  })

  it.each([
    ['flagged', 'approve'],
    ['approved', 'flag'],
    ['approved', 'unflag'],
  ])('gets an error for an action the status does not allow: a %s post takes no %s', async (state, action) => {
    const post = await createPendingPost(server, grace)
    if (state !== 'pending') await moderatePost(server, okello, post.id, state === 'flagged' ? 'flag' : 'approve')
    const { status, body } = await moderatePost(server, wanjiru, post.id, action)
    expect([status, body.error]).toEqual([409, 'already_decided'])
    expect((await getPost(server, okello, post.id)).body.status).toBe(state)
  })

  it.each([
    ['pending', 'unflag'],
    ['flagged', 'flag'],
    ['approved', 'approve'],
  ])('may repeat an action that is already applied, without effect: a %s post takes %s', async (state, action) => {
    const amina = await signUpFarmer(server)
    const post = await createPendingPost(server, amina)
    if (state !== 'pending') await moderatePost(server, okello, post.id, action, { reason: 'Why' })
    const [before, entries] = [(await getPost(server, okello, post.id)).body, await listAuditEntries(post.id)]
    const effects = async () => [await getPoints(server, amina), (await fetchNotifications(server, amina)).count]
    const effectsBefore = await effects()
    server.clock.advance(1000)
    const { status, body } = await moderatePost(server, wanjiru, post.id, action, { reason: 'Again', version: 1 })
    expect(status).toBe(200)
    expect(community.moderatePost.reply.parse(body)).toMatchObject({
      id: post.id,
      status: state,
      flag_reason: before.flag_reason,
    })
    expect(await listAuditEntries(post.id)).toEqual(entries)
    expect(await effects()).toEqual(effectsBefore)
    expect((await moderatePost(server, wanjiru, post.id, action, { version: 9 })).body.error).toBe('edited_since')
  })

  it('moderates the version that was read: a post edited since is rejected', async () => {
    const post = await createPendingPost(server, grace)
    await server.request('PUT /api/community/posts/{id}/', {
      token: grace.token,
      params: { id: post.id },
      body: postBody(),
    })
    const late = await moderatePost(server, okello, post.id, 'approve', { version: post.version })
    expect([late.status, late.body.error]).toEqual([409, 'edited_since'])
    expect((await moderatePost(server, okello, post.id, 'approve', { version: 2 })).status).toBe(200)
  })

  it.each([
    [{}, 'action'],
    [{ action: 'delete' }, 'action'],
    [{ action: 'flag', reason: 'x'.repeat(501) }, 'reason'],
    [{ action: 'approve', version: 'one' }, 'version'],
  ])('gets the name of the invalid field for %j', async (body, field) => {
    const { id } = await createPendingPost(server, grace)
    const answer = await server.request('PUT /api/community/posts/moderate/{id}/', {
      token: okello.token,
      params: { id },
      body,
    })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toMatchObject([{ field }])
  })

  it('gets 404 for an unknown post id', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', 'x'])
      expect((await moderatePost(server, okello, id, 'approve')).body).toMatchObject({
        status: 404,
        error: 'not_found',
      })
  })

  it('leaves an audit entry for each action', async () => {
    const post = await createPendingPost(server, grace)
    await moderatePost(server, okello, post.id, 'flag', { reason: 'Why' })
    await moderatePost(server, wanjiru, post.id, 'unflag')
    await moderatePost(server, wanjiru, post.id, 'approve')
    expect(
      (await listAuditEntries(post.id)).map(({ action, actor_id, before, after }) => ({
        action,
        actor_id,
        before,
        after,
      })),
    ).toMatchObject([
      { action: 'post.added', actor_id: grace.id },
      {
        action: 'post.flagged',
        actor_id: okello.id,
        before: { status: 'pending' },
        after: { status: 'flagged', reason: 'Why' },
      },
      { action: 'post.unflagged', actor_id: wanjiru.id, before: { status: 'flagged' }, after: { status: 'pending' } },
      { action: 'post.approved', actor_id: wanjiru.id, before: { status: 'pending' }, after: { status: 'approved' } },
    ])
  })
})

describe('bulk approval', () => {
  const approveAll = (posts: object[], language = 'en') =>
    server.request('PUT /api/community/posts/moderate/', {
      token: okello.token,
      body: { action: 'approve', posts },
      headers: { 'accept-language': language },
    })

  it('returns each outcome in the requested order, and one failure does not stop the others', async () => {
    const amina = await signUpFarmer(server)
    const [first, done, flagged, edited, last] = [
      await createPendingPost(server, amina),
      await createApprovedPost(server, amina, okello),
      await createPendingPost(server, amina),
      await createPendingPost(server, amina),
      await createPendingPost(server, amina),
    ]
    await moderatePost(server, okello, flagged.id, 'flag')
    const nowhere = '00000000-0000-4000-8000-000000000000'
    const { status, body } = await approveAll(
      [
        { id: first.id },
        { id: done.id },
        { id: flagged.id },
        { id: nowhere },
        { id: edited.id, version: 7 },
        { id: last.id, version: 1 },
        { id: last.id },
      ],
      'sw',
    )
    expect(status).toBe(200)
    const { results } = community.approvePosts.reply.parse(body)
    expect(results.map(({ id, error }) => [id, error])).toEqual([
      [first.id, null],
      [done.id, null],
      [flagged.id, 'already_decided'],
      [nowhere, 'not_found'],
      [edited.id, 'edited_since'],
      [last.id, null],
      [last.id, null],
    ])
    expect(results[0]?.post).toMatchObject({ id: first.id, is_approved: true })
    expect(results[2]).toMatchObject({ post: null, message: 'Hili lilishaamuliwa. Pakia upya uone hali yake sasa.' })
    expect(await getPoints(server, amina)).toBe(15)
  })

  it.each([
    [[]],
    [Array.from({ length: 51 }, () => ({ id: '00000000-0000-4000-8000-000000000000' }))],
    [[{ id: 'x' }]],
  ])('accepts one to fifty post ids', async posts => {
    expect((await approveAll(posts)).status).toBe(400)
  })
})
