import { community } from '@kutu/contract/community/community'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweep } from '../../../operations/sweep.ts'
import {
  ageLastMove,
  createApprovedPost,
  createComment,
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
  sendHeldMessagesNow,
  undoPostMove,
} from '../../../testing/features/community.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  createSeveral,
  createTestAdmin,
  signUpApprovedExpert,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
let joan: TestUser
let admin: TestUser
let okello: TestUser
let wanjiru: TestUser
let experts: TestUser[]
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  admin = await createTestAdmin(server)
  grace = await signUpFarmer(server)
  joan = await signUpFarmer(server)
  experts = await createSeveral(2, () => signUpApprovedExpert(server, admin))
  ;[okello, wanjiru] = experts as [TestUser, TestUser]
})
afterAll(() => server.close())

const undoComment = (expert: TestUser, post: string, id: string) =>
  moderateComment(server, expert, post, { response_id: id, action: 'undo' })
const listTypes = async (person: TestUser) => (await fetchNotifications(server, person)).results.map(({ type }) => type)
const emailSubjects = async ({ email }: TestUser) => (await server.emailsTo(email)).map(({ subject }) => subject)
const listAuditActions = async (id: string) =>
  (
    await server.app.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ action, actor_id }) => [action, actor_id])
const getFigures = async (expert: TestUser) =>
  (await server.request('GET /api/dashboard/stats/', { token: expert.token })).body.expert

describe('an expert undoes their own last move on a post', () => {
  it('an approval: the post is pending again, without points, notification or email', async () => {
    const amina = await signUpFarmer(server)
    const post = await createPendingPost(server, amina)
    const { postsModerated } = await getFigures(okello)
    await moderatePost(server, okello, post.id, 'approve')
    expect(await listTypes(amina)).toEqual(['post_approved'])
    const { status, body } = await undoPostMove(server, okello, post.id)
    expect([status, community.undoPostMove.reply.parse(body).status]).toEqual([200, 'pending'])
    expect((await getPost(server, joan, post.id)).status).toBe(404)
    expect([await getPoints(server, amina), await listTypes(amina)]).toEqual([0, []])
    await sendHeldMessagesNow(server)
    expect(await emailSubjects(amina)).not.toContain('Your post on Kutu is approved')
    expect((await listAuditActions(post.id)).slice(1)).toEqual([
      ['post.approved', okello.id],
      ['post.approval_undone', okello.id],
    ])
    expect((await getFigures(okello)).postsModerated).toBe(postsModerated)
  })

  it('and approves it after all: its farmer earns 5 points, one notification and one email', async () => {
    const amina = await signUpFarmer(server)
    const post = await createPendingPost(server, amina)
    await moderatePost(server, okello, post.id, 'approve')
    await undoPostMove(server, okello, post.id)
    expect((await moderatePost(server, wanjiru, post.id, 'approve')).status).toBe(200)
    expect([await getPoints(server, amina), await listTypes(amina)]).toEqual([5, ['post_approved']])
    await sendHeldMessagesNow(server)
    expect((await emailSubjects(amina)).filter(subject => subject?.includes('approved'))).toHaveLength(1)
  })

  it('an approval with an answer: both are gone, and the farmer is not notified of either', async () => {
    const amina = await signUpFarmer(server)
    const post = await createPendingPost(server, amina)
    const { commentsWritten } = await getFigures(okello)
    const answer = 'Remove the leaves with spots.'
    await moderatePost(server, okello, post.id, 'approve', { answer })
    expect((await listTypes(amina)).sort()).toEqual(['post_answered', 'post_approved'])
    expect((await undoPostMove(server, okello, post.id)).body.status).toBe('pending')
    expect(await listTypes(amina)).toEqual([])
    await sendHeldMessagesNow(server)
    expect((await emailSubjects(amina)).filter(subject => subject?.includes('answered'))).toEqual([])
    expect((await getFigures(okello)).commentsWritten).toBe(commentsWritten)
    await moderatePost(server, wanjiru, post.id, 'approve')
    const { body } = await getPost(server, joan, post.id)
    expect(body).toMatchObject({ expert_comments: [], expert_comment_count: 0 })
    expect(await server.app.db.selectFrom('responses').select('id').where('post_id', '=', post.id).execute()).toEqual(
      [],
    )
  })

  it('and gives the same answer after all: the post has it once', async () => {
    const post = await createPendingPost(server, grace)
    const answer = 'Remove the leaves with spots.'
    await moderatePost(server, okello, post.id, 'approve', { answer })
    await undoPostMove(server, okello, post.id)
    expect((await moderatePost(server, okello, post.id, 'approve', { answer })).status).toBe(200)
    expect((await getPost(server, joan, post.id)).body.expert_comments).toMatchObject([{ content: answer }])
  })

  it('an approval whose answer another expert has endorsed or replied to: the answer stays with the post', async () => {
    for (const input of [{ action: 'endorse' }, { expert_comment: 'The lower ones first.' }]) {
      const amina = await signUpFarmer(server)
      const post = await createPendingPost(server, amina)
      await moderatePost(server, okello, post.id, 'approve', { answer: 'Remove the leaves with spots.' })
      const [answer] = (await getPost(server, okello, post.id)).body.expert_comments
      expect((await moderateComment(server, wanjiru, post.id, { response_id: answer.id, ...input })).status).toBe(200)
      expect((await undoPostMove(server, okello, post.id)).body.status).toBe('pending')
      expect(await listTypes(amina)).toContain('post_answered')
      await moderatePost(server, wanjiru, post.id, 'approve')
      const { expert_comments } = (await getPost(server, joan, post.id)).body
      expect(expert_comments.map(({ id }: { id: string }) => id)).toContain(answer.id)
    }
  })

  it('an answer to a post that was approved before: the answer is gone and the approval stays', async () => {
    for (const approver of [okello, wanjiru]) {
      const amina = await signUpFarmer(server)
      const post = await createApprovedPost(server, amina, approver)
      const answer = 'Remove the leaves with spots.'
      expect((await moderatePost(server, okello, post.id, 'approve', { answer })).status).toBe(200)
      expect((await listTypes(amina)).sort()).toEqual(['post_answered', 'post_approved'])
      const { status, body } = await undoPostMove(server, okello, post.id)
      expect([status, body.status]).toEqual([200, 'approved'])
      expect((await getPost(server, joan, post.id)).body).toMatchObject({ expert_comments: [], status: 'approved' })
      expect([await getPoints(server, amina), await listTypes(amina)]).toEqual([5, ['post_approved']])
      await sendHeldMessagesNow(server)
      expect((await emailSubjects(amina)).filter(subject => subject?.includes('answered'))).toEqual([])
      expect((await listAuditActions(post.id)).map(([action]) => action)).not.toContain('post.approval_undone')
    }
  })

  it('but no approval that a colleague had made: the reply says that there is nothing to undo', async () => {
    const post = await createPendingPost(server, grace)
    const approve = async (expert: TestUser) =>
      (await moderatePost(server, expert, post.id, 'approve')).body.is_undoable
    expect(await approve(wanjiru)).toBe(true)
    expect(await approve(okello)).toBe(false)
    expect((await undoPostMove(server, okello, post.id)).body.error).toBe('too_late')
    // Repeated after a lost reply, it is still the own approval.
    expect(await approve(wanjiru)).toBe(true)
    const other = await createPendingPost(server, grace)
    const posts = [post, other].map(({ id }) => ({ id }))
    const body = { action: 'approve', posts }
    const { results } = (await server.request('PUT /api/community/posts/moderate/', { token: okello.token, body })).body
    expect(results.map(({ is_undoable }: { is_undoable: boolean }) => is_undoable)).toEqual([false, true])
    const answer = 'Remove the leaves with spots.'
    expect((await moderatePost(server, okello, post.id, 'approve', { answer })).body.is_undoable).toBe(true)
  })

  it('an approval, but not the answer that came later', async () => {
    const post = await createApprovedPost(server, grace, okello)
    await createComment(server, okello, post.id, 'It is rust.')
    await undoPostMove(server, okello, post.id)
    await moderatePost(server, wanjiru, post.id, 'approve')
    expect((await getPost(server, joan, post.id)).body.expert_comments).toMatchObject([{ content: 'It is rust.' }])
  })

  it('the email about an approval is sent when it can no longer be undone', async () => {
    const amina = await signUpFarmer(server)
    const post = await createPendingPost(server, amina)
    await moderatePost(server, okello, post.id, 'approve')
    expect(await emailSubjects(amina)).not.toContain('Your post on Kutu is approved')
    await sendHeldMessagesNow(server)
    expect(await emailSubjects(amina)).toContain('Your post on Kutu is approved')
  })

  it('a flag: the reason, the notification and the email are gone', async () => {
    const amina = await signUpFarmer(server)
    const post = await createPendingPost(server, amina)
    await moderatePost(server, okello, post.id, 'flag', { reason: 'Oh' })
    const { status, body } = await undoPostMove(server, okello, post.id)
    expect([status, body.status, body.flag_reason]).toEqual([200, 'pending', null])
    expect(await listTypes(amina)).toEqual([])
    await sendFlagEmailNow(server, post.id)
    expect(await emailSubjects(amina)).not.toContain('Your post on Kutu was flagged')
  })

  it('the removal of a flag: its reason and its unread notification are back, and its email is sent once', async () => {
    const amina = await signUpFarmer(server)
    const post = await createPendingPost(server, amina)
    await moderatePost(server, wanjiru, post.id, 'flag', { reason: 'Advertising' })
    const [before] = (await fetchNotifications(server, amina)).results
    await moderatePost(server, okello, post.id, 'unflag')
    expect(await listTypes(amina)).toEqual([])
    const { body } = await undoPostMove(server, okello, post.id)
    expect([body.status, body.flag_reason]).toEqual(['flagged', 'Advertising'])
    expect((await fetchNotifications(server, amina)).results).toEqual([before])
    await sendFlagEmailNow(server, post.id)
    expect((await emailSubjects(amina)).filter(subject => subject?.includes('flagged'))).toHaveLength(1)
  })

  it('a removal after an admin dismissed the flag leaves the decision of the admin', async () => {
    const post = await createPendingPost(server, grace)
    await moderatePost(server, wanjiru, post.id, 'flag', { reason: 'Advertising' })
    await resolveFlag(server, admin, post.id, { kind: 'post', action: 'dismiss' })
    await moderatePost(server, okello, post.id, 'approve')
    expect((await undoPostMove(server, okello, post.id)).body.status).toBe('pending')
    expect((await resolveFlag(server, admin, post.id, { kind: 'post', action: 'undo' })).status).toBe(200)
    expect((await getPost(server, okello, post.id)).body).toMatchObject({
      status: 'flagged',
      flag_reason: 'Advertising',
    })
  })

  it('comments written meanwhile wait with the post and are back with it', async () => {
    const post = await createApprovedPost(server, grace, okello)
    await createComment(server, wanjiru, post.id, 'It is rust.')
    expect((await undoPostMove(server, okello, post.id)).status).toBe(200)
    expect((await getPost(server, joan, post.id)).status).toBe(404)
    await moderatePost(server, wanjiru, post.id, 'approve')
    expect((await getPost(server, joan, post.id)).body.expert_comments).toMatchObject([{ content: 'It is rust.' }])
  })
})

describe('a move on a post cannot be undone', () => {
  const expectTooLate = async (expert: TestUser, id: string) => {
    const { status } = (await getPost(server, okello, id)).body
    const answer = await undoPostMove(server, expert, id)
    expect([answer.status, answer.body.error]).toEqual([409, 'too_late'])
    expect((await getPost(server, okello, id)).body.status).toBe(status)
  }

  it('after a minute by the clock of the database', async () => {
    const amina = await signUpFarmer(server)
    const post = await createApprovedPost(server, amina, okello)
    await ageLastMove(server, post.id, 61)
    await expectTooLate(okello, post.id)
    expect([await getPoints(server, amina), await listTypes(amina)]).toEqual([5, ['post_approved']])
    const { message } = (await undoPostMove(server, okello, post.id)).body
    expect(message).toBe('This can no longer be undone. Reload to see the latest.')
  })

  it('by another expert, twice, or without a move', async () => {
    const post = await createApprovedPost(server, grace, okello)
    await expectTooLate(wanjiru, post.id)
    expect((await undoPostMove(server, okello, post.id)).status).toBe(200)
    await expectTooLate(okello, post.id)
    await expectTooLate(okello, (await createPendingPost(server, grace)).id)
  })

  it('once another expert has moved the post', async () => {
    const post = await createPendingPost(server, grace)
    await moderatePost(server, okello, post.id, 'flag')
    await moderatePost(server, wanjiru, post.id, 'unflag')
    await expectTooLate(okello, post.id)
  })

  it('once an admin has decided about the flag, even if the admin undoes that', async () => {
    const post = await createPendingPost(server, grace)
    await moderatePost(server, okello, post.id, 'flag')
    await resolveFlag(server, admin, post.id, { kind: 'post', action: 'dismiss' })
    await expectTooLate(okello, post.id)
    const other = await createPendingPost(server, grace)
    await moderatePost(server, okello, other.id, 'flag')
    await resolveFlag(server, admin, other.id, { kind: 'post', action: 'dismiss' })
    await resolveFlag(server, admin, other.id, { kind: 'post', action: 'undo' })
    await expectTooLate(okello, other.id)
  })

  it('once its farmer has edited or withdrawn it', async () => {
    const post = await createPendingPost(server, grace)
    await moderatePost(server, okello, post.id, 'flag')
    await moderatePost(server, okello, post.id, 'unflag')
    const params = { id: post.id }
    await server.request('PUT /api/community/posts/{id}/', { token: grace.token, params, body: postBody() })
    await expectTooLate(okello, post.id)
    const withdrawn = await createApprovedPost(server, grace, okello)
    await server.request('DELETE /api/community/posts/{id}/', { token: grace.token, params: { id: withdrawn.id } })
    expect((await undoPostMove(server, okello, withdrawn.id)).body).toMatchObject({ status: 404, error: 'not_found' })
  })

  it('once the hourly clean-up has removed it; a recent one stays', async () => {
    const [old, recent] = [
      await createApprovedPost(server, grace, okello),
      await createApprovedPost(server, grace, okello),
    ]
    await ageLastMove(server, old.id, 61)
    await sweep(server.app)
    const rows = await server.app.db.selectFrom('moderation_moves').select('subject_id').execute()
    expect(rows.map(({ subject_id }) => subject_id)).not.toContain(old.id)
    expect((await undoPostMove(server, okello, recent.id)).status).toBe(200)
  })
})

describe('at the same time', () => {
  const rounds = Array.from({ length: 12 }, (_, round) => round)

  it('an undo and the same move by another expert: one of them is made, and points and notifications agree', async () => {
    for (const round of rounds) {
      const amina = await signUpFarmer(server)
      const post = await createPendingPost(server, amina)
      await moderatePost(server, okello, post.id, 'flag')
      const undo = () => undoPostMove(server, okello, post.id)
      const unflag = () => moderatePost(server, wanjiru, post.id, 'unflag')
      const first = await Promise.all(round % 2 ? [unflag(), undo()] : [undo(), unflag()])
      const [undone, unflagged] = round % 2 ? [first[1], first[0]] : first
      // After the undo the unflag already holds, which is no conflict.
      expect(unflagged.status).toBe(200)
      expect([200, 409]).toContain(undone.status)
      const actions = (await listAuditActions(post.id)).map(([action]) => action)
      const made = undone.status === 200 ? 'post.flag_undone' : 'post.unflagged'
      expect(actions.slice(actions.indexOf('post.flagged'))).toEqual(['post.flagged', made])
      expect((await getPost(server, okello, post.id)).body.status).toBe('pending')
      expect(await listTypes(amina)).toEqual([])
    }
  })

  it('an undo and an endorsement of a comment: one of them succeeds, and the points agree', async () => {
    const post = await createApprovedPost(server, grace, okello)
    for (const round of rounds) {
      const zara = await signUpFarmer(server)
      const { id } = await createPendingComment(server, zara, post.id)
      await moderateComment(server, okello, post.id, { response_id: id, action: 'approve' })
      const requests = [
        () => undoComment(okello, post.id, id),
        () => moderateComment(server, wanjiru, post.id, { response_id: id, action: 'endorse' }),
      ]
      const answers = await Promise.all((round % 2 ? requests.reverse() : requests).map(send => send()))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const endorsed = answers.some(({ body }) => body.status === 'endorsed')
      expect(await getPoints(server, zara)).toBe(endorsed ? 13 : 0)
    }
  })

  it('the same undo several times: one succeeds', async () => {
    const amina = await signUpFarmer(server)
    const post = await createApprovedPost(server, amina, okello)
    const answers = await Promise.all(Array.from({ length: 6 }, () => undoPostMove(server, okello, post.id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await getPoints(server, amina)).toBe(0)
  })
})

describe('an expert undoes their own last move on a comment', () => {
  it('an approval: it is pending again, without points, notifications or emails', async () => {
    const [amina, zara] = [await signUpFarmer(server), await signUpFarmer(server)]
    const post = await createApprovedPost(server, amina, okello)
    const { id } = await createPendingComment(server, zara, post.id)
    await moderateComment(server, okello, post.id, { response_id: id, action: 'approve' })
    const { status, body } = await undoComment(okello, post.id, id)
    expect([status, community.moderateResponse.reply.parse(body).status]).toEqual([200, 'pending'])
    expect((await getPost(server, joan, post.id)).body).toMatchObject({ farmer_comments: [], farmer_comment_count: 0 })
    expect([await getPoints(server, zara), await listTypes(zara)]).toEqual([0, []])
    expect(await listTypes(amina)).toEqual(['post_approved'])
    await sendHeldMessagesNow(server)
    expect(await emailSubjects(amina)).not.toContain('A comment on your post on Kutu')
    expect((await listAuditActions(id)).at(-1)).toEqual(['response.approval_undone', okello.id])
  })

  it('but no approval that a colleague had made: the reply says that there is nothing to undo', async () => {
    const post = await createApprovedPost(server, grace, okello)
    const { id } = await createPendingComment(server, joan, post.id)
    const approve = async (expert: TestUser) =>
      (await moderateComment(server, expert, post.id, { response_id: id, action: 'approve' })).body.is_undoable
    expect(await approve(wanjiru)).toBe(true)
    expect(await approve(okello)).toBe(false)
    expect((await undoComment(okello, post.id, id)).body.error).toBe('too_late')
    expect(await approve(wanjiru)).toBe(true)
  })

  it('an approval with a reply: the reply is gone as well', async () => {
    const amina = await signUpFarmer(server)
    const post = await createApprovedPost(server, amina, okello)
    const { id } = await createPendingComment(server, joan, post.id)
    const input = { response_id: id, action: 'approve', expert_comment: 'What did you do?' }
    await moderateComment(server, okello, post.id, input)
    expect((await getPost(server, wanjiru, post.id)).body.expert_comment_count).toBe(1)
    expect((await undoComment(okello, post.id, id)).body.status).toBe('pending')
    expect((await getPost(server, joan, post.id)).body).toMatchObject({ expert_comments: [], expert_comment_count: 0 })
    await sendHeldMessagesNow(server)
    expect((await emailSubjects(amina)).filter(subject => subject?.includes('answered'))).toEqual([])
    expect((await moderateComment(server, okello, post.id, input)).status).toBe(200)
  })

  it('a flag of an endorsed comment: it is endorsed as before, with its points and notifications', async () => {
    const [amina, zara] = [await signUpFarmer(server), await signUpFarmer(server)]
    const post = await createApprovedPost(server, amina, okello)
    const { id } = await createPendingComment(server, zara, post.id)
    await moderateComment(server, okello, post.id, { response_id: id, action: 'approve' })
    await moderateComment(server, okello, post.id, { response_id: id, action: 'endorse' })
    const before = [await fetchNotifications(server, zara), await fetchNotifications(server, amina)]
    await moderateComment(server, wanjiru, post.id, { response_id: id, action: 'flag', reason: 'Wrong dose' })
    expect([await getPoints(server, zara), await listTypes(zara)]).toEqual([0, ['response_flagged']])
    const { body } = await undoComment(wanjiru, post.id, id)
    expect(body).toMatchObject({ status: 'endorsed', flag_reason: null })
    expect(await getPoints(server, zara)).toBe(13)
    expect([await fetchNotifications(server, zara), await fetchNotifications(server, amina)]).toEqual(before)
    expect((await getPost(server, joan, post.id)).body.farmer_comments).toMatchObject([{ id, is_endorsed: true }])
  })

  it('an endorsement: it stays approved, and its author keeps 3 points', async () => {
    const zara = await signUpFarmer(server)
    const post = await createApprovedPost(server, grace, okello)
    const { id } = await createPendingComment(server, zara, post.id)
    await moderateComment(server, okello, post.id, { response_id: id, action: 'approve' })
    await moderateComment(server, okello, post.id, { response_id: id, action: 'endorse' })
    expect((await undoComment(okello, post.id, id)).body.status).toBe('approved')
    expect([await getPoints(server, zara), await listTypes(zara)]).toEqual([3, ['response_approved']])
    expect((await undoComment(okello, post.id, id)).body.error).toBe('too_late')
  })

  it('an approval of a flagged comment: the flag has its reason again', async () => {
    const post = await createApprovedPost(server, grace, okello)
    const { id } = await createPendingComment(server, joan, post.id)
    await moderateComment(server, wanjiru, post.id, { response_id: id, action: 'flag', reason: 'Advertising' })
    await moderateComment(server, okello, post.id, { response_id: id, action: 'approve' })
    expect((await undoComment(okello, post.id, id)).body).toMatchObject({
      status: 'flagged',
      flag_reason: 'Advertising',
    })
  })

  it('not after a minute, not the move of another expert, and not one that no longer applies', async () => {
    const post = await createApprovedPost(server, grace, okello)
    const expectTooLate = async (expert: TestUser, id: string) => {
      const answer = await undoComment(expert, post.id, id)
      expect([answer.status, answer.body.error]).toEqual([409, 'too_late'])
    }
    const { id } = await createPendingComment(server, joan, post.id)
    await expectTooLate(okello, id)
    await moderateComment(server, okello, post.id, { response_id: id, action: 'approve' })
    await expectTooLate(wanjiru, id)
    await ageLastMove(server, id, 61)
    await expectTooLate(okello, id)
    await moderateComment(server, okello, post.id, { response_id: id, action: 'flag' })
    await resolveFlag(server, admin, id, { kind: 'response', action: 'hide', reason: 'Advertising' })
    await expectTooLate(okello, id)
  })
})
