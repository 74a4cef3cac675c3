import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createApprovedPost,
  createPendingComment,
  createPendingPost,
  fetchNotifications,
  getPoints,
  getPost,
  moderateComment,
  moderatePost,
  postBody,
  resolveFlag,
  sendFlagEmailNow,
} from '../../../testing/features/community.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  password,
  signIn,
  signUpApprovedExpert,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'
import { createAdmin } from '../../accounts/users/create-admin.ts'

let server: TestServer
let admins: [TestUser, TestUser]
let admin: TestUser
let okello: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  await createAdmin(server.app, { email: 'admin@example.org', username: 'admin', password })
  await createAdmin(server.app, { email: 'second@example.org', username: 'second', password })
  admin = await signIn(server, 'admin@example.org')
  admins = [admin, await signIn(server, 'second@example.org')]
  okello = await signUpApprovedExpert(server, admin)
})
afterAll(() => server.close())

type Kind = 'post' | 'response'
const hide = (kind: Kind, reason = 'It sells seed') => ({ kind, action: 'hide', reason })
const dismiss = (kind: Kind) => ({ kind, action: 'dismiss' })
const undo = (kind: Kind) => ({ kind, action: 'undo' })

async function listFlagged(kind: Kind, status: 'flagged' | 'hidden') {
  const query = { kind, status, page_size: 200 }
  const { body } = await server.request('GET /api/admin/flagged/', { token: admin.token, query })
  return body.results as { id: string; reason: string | null; hidden: object | null }[]
}
const isListed = async (id: string, kind: Kind, status: 'flagged' | 'hidden') =>
  (await listFlagged(kind, status)).some(each => each.id === id)

async function createFlaggedPost() {
  const amina = await signUpFarmer(server)
  const post = await createPendingPost(server, amina)
  await moderatePost(server, okello, post.id, 'flag', { reason: 'An advert' })
  return { amina, post }
}

/** Creates a farmer's comment that an expert flagged when it had this status. */
async function createFlaggedComment(from: 'pending' | 'approved' | 'endorsed') {
  const [owner, zara] = [await signUpFarmer(server), await signUpFarmer(server)]
  const post = await createApprovedPost(server, owner, okello)
  const { id } = await createPendingComment(server, zara, post.id)
  const moderationSteps = { pending: [], approved: ['approve'], endorsed: ['approve', 'endorse'] }
  for (const action of [...moderationSteps[from], 'flag'])
    await moderateComment(server, okello, post.id, {
      response_id: id,
      action,
      ...(action === 'flag' && { reason: 'Unkind' }),
    })
  return { id, owner, zara, post }
}

const listNotificationTypes = async (person: TestUser) =>
  (await fetchNotifications(server, person)).results.map(({ type }) => type)
const listAuditEntries = async (id: string) => {
  const rows = server.app.db.selectFrom('audit_log').selectAll().where('subject_id', '=', id).orderBy('id')
  return (await rows.execute()).map(({ action, actor_id, before, after }) => ({ action, actor_id, before, after }))
}

describe('an admin', () => {
  it('hides a flagged post: it leaves the queue, no expert can flag or approve it, and its farmer sees the reason', async () => {
    const { amina, post } = await createFlaggedPost()
    expect((await resolveFlag(server, admin, post.id, hide('post'))).body).toEqual({
      id: post.id,
      kind: 'post',
      status: 'hidden',
    })
    expect(await isListed(post.id, 'post', 'flagged')).toBe(false)
    const [first] = await listFlagged('post', 'hidden')
    expect(first).toMatchObject({
      id: post.id,
      reason: 'An advert',
      flagged_by: { username: okello.username },
      hidden: { by: { id: admin.id, username: 'admin' }, at: expect.any(String), reason: 'It sells seed' },
    })
    for (const action of ['flag', 'approve'])
      expect((await moderatePost(server, okello, post.id, action)).body.error).toBe('already_decided')
    const ownView = { status: 'hidden', is_flagged: true, is_approved: false, flag_reason: 'It sells seed' }
    expect((await getPost(server, amina, post.id)).body).toMatchObject(ownView)
    expect((await getPost(server, await signUpFarmer(server), post.id)).status).toBe(404)
    const mine = await server.request('GET /api/community/posts/mine/', { token: amina.token })
    expect(mine.body).toMatchObject([{ id: post.id, status: 'hidden' }])
    const { results } = await fetchNotifications(server, amina)
    expect(results[0]).toMatchObject({
      type: 'post_hidden',
      message: `An administrator removed your post “${post.title}”. Reason: It sells seed`,
      subject: { type: 'post', id: post.id },
    })
    await sendFlagEmailNow(server, post.id)
    const sentEmail = (await server.emailsTo(amina.email)).at(-1)
    expect(sentEmail?.subject).toBe('Your post was taken off the board of Kutu')
    expect(sentEmail?.text).toContain('The reason: It sells seed')
    expect((await listAuditEntries(post.id)).at(-1)).toEqual({
      action: 'post.hidden',
      actor_id: admin.id,
      before: { status: 'flagged' },
      after: { status: 'hidden', reason: 'It sells seed' },
    })
  })

  it('has hidden a post that an expert unflags: it waits again, and undoing that hides it for the same reason', async () => {
    const { amina, post } = await createFlaggedPost()
    await resolveFlag(server, admin, post.id, hide('post'))
    expect((await moderatePost(server, okello, post.id, 'unflag')).body).toMatchObject({
      status: 'pending',
      flag_reason: null,
    })
    expect(await listNotificationTypes(amina)).toEqual([])
    expect((await resolveFlag(server, admin, post.id, undo('post'))).body.error).toBe('already_decided')
    const params = { id: post.id }
    await server.request('PUT /api/community/posts/{id}/undo/', { token: okello.token, params })
    const ownView = { status: 'hidden', is_flagged: true, flag_reason: 'It sells seed' }
    expect((await getPost(server, amina, post.id)).body).toMatchObject(ownView)
    expect(await listNotificationTypes(amina)).toContain('post_hidden')
    expect((await resolveFlag(server, admin, post.id, undo('post'))).body.status).toBe('flagged')
  })

  it('undoes the hiding: the flag is back, the unread notification and the email are gone', async () => {
    const { amina, post } = await createFlaggedPost()
    await resolveFlag(server, admin, post.id, hide('post'))
    expect((await resolveFlag(server, admin, post.id, undo('post'))).body.status).toBe('flagged')
    expect(await listFlagged('post', 'flagged')).toContainEqual(
      expect.objectContaining({ id: post.id, reason: 'An advert' }),
    )
    expect(await listNotificationTypes(amina)).toEqual(['post_flagged'])
    await sendFlagEmailNow(server, post.id)
    const sentEmails = (await server.emailsTo(amina.email)).slice(1).map(({ subject }) => subject)
    expect(sentEmails).toEqual(['Your post on Kutu was flagged'])
    expect((await moderatePost(server, okello, post.id, 'unflag')).body.status).toBe('pending')
    expect((await listAuditEntries(post.id)).map(({ action }) => action)).toEqual([
      'post.added',
      'post.flagged',
      'post.hidden',
      'post.decision_undone',
      'post.unflagged',
    ])
  })

  it('dismisses a flag: the post waits for an expert again, and the reason is no longer shown', async () => {
    const { amina, post } = await createFlaggedPost()
    expect((await resolveFlag(server, admin, post.id, dismiss('post'))).body.status).toBe('pending')
    expect(await isListed(post.id, 'post', 'flagged')).toBe(false)
    expect((await getPost(server, amina, post.id)).body).toMatchObject({
      status: 'pending',
      is_flagged: false,
      is_approved: false,
      flag_reason: null,
    })
    expect(await listNotificationTypes(amina)).toEqual([])
    expect((await resolveFlag(server, admin, post.id, hide('post'))).body.error).toBe('already_decided')
    expect((await moderatePost(server, admin, post.id, 'approve')).body.error).toBe('forbidden')
    expect((await moderatePost(server, okello, post.id, 'approve')).status).toBe(200)
    expect((await resolveFlag(server, admin, post.id, undo('post'))).body.error).toBe('already_decided')
  })

  it('undoes a dismissal: the flag is back with its reason, unless the farmer has edited the post', async () => {
    const { amina, post } = await createFlaggedPost()
    await resolveFlag(server, admin, post.id, dismiss('post'))
    expect((await resolveFlag(server, admin, post.id, undo('post'))).body.status).toBe('flagged')
    expect((await getPost(server, amina, post.id)).body).toMatchObject({ status: 'flagged', flag_reason: 'An advert' })
    expect(await listNotificationTypes(amina)).toEqual(['post_flagged'])
    await resolveFlag(server, admin, post.id, dismiss('post'))
    const sent = { token: amina.token, params: { id: post.id }, body: postBody() }
    expect((await server.request('PUT /api/community/posts/{id}/', sent)).status).toBe(200)
    expect((await resolveFlag(server, admin, post.id, undo('post'))).body.error).toBe('already_decided')
  })

  it.each([
    ['pending', 0, 0],
    ['approved', 3, 1],
    ['endorsed', 13, 1],
  ] as const)(
    'dismisses a flag on a comment that was %s: status and points are restored',
    async (from, points, shown) => {
      const { id, owner, zara, post } = await createFlaggedComment(from)
      expect(await getPoints(server, zara)).toBe(0)
      expect((await resolveFlag(server, admin, id, dismiss('response'))).body).toEqual({
        id,
        kind: 'response',
        status: from,
      })
      expect(await isListed(id, 'response', 'flagged')).toBe(false)
      expect([
        await getPoints(server, zara),
        (await getPost(server, owner, post.id)).body.farmer_comment_count,
      ]).toEqual([points, shown])
      expect((await listNotificationTypes(zara))[0]).toBe(from === 'pending' ? undefined : `response_${from}`)
      expect((await resolveFlag(server, admin, id, undo('response'))).body.status).toBe('flagged')
      expect([
        await getPoints(server, zara),
        (await getPost(server, owner, post.id)).body.farmer_comment_count,
      ]).toEqual([0, 0])
      expect(await listFlagged('response', 'flagged')).toContainEqual(expect.objectContaining({ id, reason: 'Unkind' }))
      expect((await resolveFlag(server, admin, id, dismiss('response'))).body.status).toBe(from)
    },
  )

  it('hides a flagged comment: its author sees the reason and no expert can approve it until that is undone', async () => {
    const { id, zara, post } = await createFlaggedComment('approved')
    expect((await resolveFlag(server, admin, id, hide('response'))).body.status).toBe('hidden')
    expect(await isListed(id, 'response', 'hidden')).toBe(true)
    expect((await moderateComment(server, okello, post.id, { response_id: id, action: 'approve' })).body.error).toBe(
      'already_decided',
    )
    const { body } = await getPost(server, zara, post.id)
    expect(body.my_responses).toMatchObject([{ id, status: 'hidden', is_flagged: true, flag_reason: 'It sells seed' }])
    expect((await fetchNotifications(server, zara)).results[0]).toMatchObject({
      type: 'response_hidden',
      message: `An administrator removed your comment on “${post.title}”. Reason: It sells seed`,
    })
    expect((await resolveFlag(server, admin, id, undo('response'))).body.status).toBe('flagged')
    expect(await listNotificationTypes(zara)).toEqual(['response_flagged'])
    expect((await moderateComment(server, okello, post.id, { response_id: id, action: 'approve' })).body.status).toBe(
      'approved',
    )
    expect((await listAuditEntries(id)).slice(-3).map(({ action }) => action)).toEqual([
      'response.hidden',
      'response.decision_undone',
      'response.approved',
    ])
  })

  it('decides only on flagged content, needs a reason to hide, and finds no withdrawn content', async () => {
    const amina = await signUpFarmer(server)
    const waiting = await createPendingPost(server, amina)
    const shown = await createApprovedPost(server, amina, okello)
    for (const { id } of [waiting, shown])
      for (const decision of [hide('post'), dismiss('post'), undo('post')])
        expect((await resolveFlag(server, admin, id, decision)).body.error).toBe('already_decided')
    const { amina: writer, post } = await createFlaggedPost()
    const withoutReason = await resolveFlag(server, admin, post.id, { kind: 'post', action: 'hide', reason: '  ' })
    expect([withoutReason.status, withoutReason.body.errors]).toMatchObject([400, [{ field: 'reason' }]])
    expect((await resolveFlag(server, admin, post.id, hide('response'))).body.error).toBe('not_found')
    await resolveFlag(server, admin, post.id, hide('post'))
    const gone = await server.request('DELETE /api/community/posts/{id}/', {
      token: writer.token,
      params: { id: post.id },
    })
    expect(gone.status).toBe(204)
    expect((await resolveFlag(server, admin, post.id, undo('post'))).body.error).toBe('not_found')
    expect(await isListed(post.id, 'post', 'hidden')).toBe(false)
  })
})

describe('concurrent decisions', () => {
  const listErrors = (replies: { body: { error?: string } }[]) => replies.map(({ body }) => body.error ?? 'done').sort()
  const rounds = [1, 2, 3, 4]

  it('of two admins who decide on a post one succeeds and the other gets already_decided', async () => {
    for (const round of rounds) {
      const { amina, post } = await createFlaggedPost()
      const replies = await Promise.all(
        admins.map((each, i) => resolveFlag(server, each, post.id, (i + round) % 2 ? hide('post') : dismiss('post'))),
      )
      expect(listErrors(replies)).toEqual(['already_decided', 'done'])
      const winningStatus = replies.find(({ status }) => status === 200)?.body.status
      expect((await getPost(server, amina, post.id)).body.status).toBe(winningStatus)
      expect((await listNotificationTypes(amina)).includes('post_hidden')).toBe(winningStatus === 'hidden')
    }
  })

  it('an admin hides and an expert unflags a post: it is unflagged, in either order', async () => {
    for (const _ of rounds) {
      const { amina, post } = await createFlaggedPost()
      const replies = await Promise.all([
        resolveFlag(server, admin, post.id, hide('post')),
        moderatePost(server, okello, post.id, 'unflag'),
      ])
      expect(replies[1].status).toBe(200)
      expect([200, 409]).toContain(replies[0].status)
      expect((await getPost(server, amina, post.id)).body.status).toBe('pending')
    }
  })

  it('an admin undoes a dismissal and an expert approves the post: points are given once or not at all', async () => {
    for (const _ of rounds) {
      const { amina, post } = await createFlaggedPost()
      await resolveFlag(server, admin, post.id, dismiss('post'))
      const replies = await Promise.all([
        resolveFlag(server, admin, post.id, undo('post')),
        moderatePost(server, okello, post.id, 'approve'),
      ])
      expect(listErrors(replies)).toEqual(['already_decided', 'done'])
      expect(await getPoints(server, amina)).toBe(replies[1].status === 200 ? 5 : 0)
    }
  })

  it('an admin hides and an expert approves a comment: it has points if and only if it is shown', async () => {
    for (const _ of rounds) {
      const { id, owner, zara, post } = await createFlaggedComment('pending')
      const replies = await Promise.all([
        resolveFlag(server, admin, id, hide('response')),
        moderateComment(server, okello, post.id, { response_id: id, action: 'approve' }),
      ])
      expect(listErrors(replies)).toEqual(['already_decided', 'done'])
      const isShown = replies[1].status === 200
      expect(await getPoints(server, zara)).toBe(isShown ? 3 : 0)
      expect((await getPost(server, owner, post.id)).body.farmer_comment_count).toBe(isShown ? 1 : 0)
    }
  })
})
