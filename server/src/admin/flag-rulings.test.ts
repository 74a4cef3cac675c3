import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAdmin } from '../accounts/admins.ts'
import {
  approvedPost,
  judge,
  letFlagLetterGo,
  moderate,
  newsOf,
  pendingComment,
  pendingPost,
  pointsOf,
  question,
  rule,
  show,
} from '../testing/board.ts'
import { approvedExpert, farmer, type Person, password, signIn } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let admins: [Person, Person]
let admin: Person
let okello: Person
beforeAll(async () => {
  w = await world({ expertApproval: 'manual' })
  await createAdmin(w.app, { email: 'admin@example.org', username: 'admin', password })
  await createAdmin(w.app, { email: 'second@example.org', username: 'second', password })
  admin = await signIn(w, 'admin@example.org')
  admins = [admin, await signIn(w, 'second@example.org')]
  okello = await approvedExpert(w, admin)
})
afterAll(() => w.close())

type Kind = 'post' | 'response'
const hide = (kind: Kind, reason = 'It sells seed') => ({ kind, action: 'hide', reason })
const dismiss = (kind: Kind) => ({ kind, action: 'dismiss' })
const undo = (kind: Kind) => ({ kind, action: 'undo' })

async function listed(kind: Kind, status: 'flagged' | 'hidden') {
  const query = { kind, status, page_size: 200 }
  const { body } = await w.call('GET /api/admin/flagged/', { token: admin.token, query })
  return body.results as { id: string; reason: string | null; hidden: object | null }[]
}
const isListed = async (id: string, kind: Kind, status: 'flagged' | 'hidden') =>
  (await listed(kind, status)).some(each => each.id === id)

async function flaggedPost() {
  const amina = await farmer(w)
  const post = await pendingPost(w, amina)
  await moderate(w, okello, post.id, 'flag', { reason: 'An advert' })
  return { amina, post }
}

/** A farmer's comment that an expert flagged when it was in this state. */
async function flaggedComment(from: 'pending' | 'approved' | 'endorsed') {
  const [owner, zara] = [await farmer(w), await farmer(w)]
  const post = await approvedPost(w, owner, okello)
  const { id } = await pendingComment(w, zara, post.id)
  const ways = { pending: [], approved: ['approve'], endorsed: ['approve', 'endorse'] }
  for (const action of [...ways[from], 'flag'])
    await judge(w, okello, post.id, { response_id: id, action, ...(action === 'flag' && { reason: 'Unkind' }) })
  return { id, owner, zara, post }
}

const typesOf = async (person: Person) => (await newsOf(w, person)).results.map(({ type }) => type)
const acts = async (id: string) => {
  const rows = w.app.db.selectFrom('audit_log').selectAll().where('subject_id', '=', id).orderBy('id')
  return (await rows.execute()).map(({ action, actor_id, before, after }) => ({ action, actor_id, before, after }))
}

describe('an admin', () => {
  it('hides a flagged post: it leaves the queue, no expert brings it back, and its farmer reads why', async () => {
    const { amina, post } = await flaggedPost()
    expect((await rule(w, admin, post.id, hide('post'))).body).toEqual({ id: post.id, kind: 'post', status: 'hidden' })
    expect(await isListed(post.id, 'post', 'flagged')).toBe(false)
    const [first] = await listed('post', 'hidden')
    expect(first).toMatchObject({
      id: post.id,
      reason: 'An advert',
      flagged_by: { username: okello.username },
      hidden: { by: { id: admin.id, username: 'admin' }, at: expect.any(String), reason: 'It sells seed' },
    })
    for (const action of ['unflag', 'flag', 'approve'])
      expect((await moderate(w, okello, post.id, action)).body.error).toBe('already_decided')
    const own = { status: 'hidden', is_flagged: true, is_approved: false, flag_reason: 'It sells seed' }
    expect((await show(w, amina, post.id)).body).toMatchObject(own)
    expect((await show(w, await farmer(w), post.id)).status).toBe(404)
    const mine = await w.call('GET /api/community/posts/mine/', { token: amina.token })
    expect(mine.body).toMatchObject([{ id: post.id, status: 'hidden' }])
    const { results } = await newsOf(w, amina)
    expect(results[0]).toMatchObject({
      type: 'post_hidden',
      message: `An administrator took your post “${post.title}” off the board. The reason: It sells seed`,
      subject: { type: 'post', id: post.id },
    })
    await letFlagLetterGo(w, post.id)
    const letter = (await w.lettersTo(amina.email)).at(-1)
    expect(letter?.subject).toBe('Your post was taken off the board of Kutu')
    expect(letter?.text).toContain('The reason: It sells seed')
    expect((await acts(post.id)).at(-1)).toEqual({
      action: 'post.hidden',
      actor_id: admin.id,
      before: { status: 'flagged' },
      after: { status: 'hidden', reason: 'It sells seed' },
    })
  })

  it('takes the hiding back: the flag stands as before, unread news and the letter are gone', async () => {
    const { amina, post } = await flaggedPost()
    await rule(w, admin, post.id, hide('post'))
    expect((await rule(w, admin, post.id, undo('post'))).body.status).toBe('flagged')
    expect(await listed('post', 'flagged')).toContainEqual(
      expect.objectContaining({ id: post.id, reason: 'An advert' }),
    )
    expect(await typesOf(amina)).toEqual(['post_flagged'])
    await letFlagLetterGo(w, post.id)
    const letters = (await w.lettersTo(amina.email)).slice(1).map(({ subject }) => subject)
    expect(letters).toEqual(['Your post on Kutu was flagged'])
    expect((await moderate(w, okello, post.id, 'unflag')).body.status).toBe('pending')
    expect((await acts(post.id)).map(({ action }) => action)).toEqual([
      'post.added',
      'post.flagged',
      'post.hidden',
      'post.ruling_undone',
      'post.unflagged',
    ])
  })

  it('dismisses a flag: the post waits for an expert again, and nobody reads the reason', async () => {
    const { amina, post } = await flaggedPost()
    expect((await rule(w, admin, post.id, dismiss('post'))).body.status).toBe('pending')
    expect(await isListed(post.id, 'post', 'flagged')).toBe(false)
    expect((await show(w, amina, post.id)).body).toMatchObject({
      status: 'pending',
      is_flagged: false,
      is_approved: false,
      flag_reason: null,
    })
    expect(await typesOf(amina)).toEqual([])
    expect((await rule(w, admin, post.id, hide('post'))).body.error).toBe('already_decided')
    expect((await moderate(w, admin, post.id, 'approve')).body.error).toBe('forbidden')
    expect((await moderate(w, okello, post.id, 'approve')).status).toBe(200)
    expect((await rule(w, admin, post.id, undo('post'))).body.error).toBe('already_decided')
  })

  it('takes a dismissal back: the flag stands with its reason, unless the farmer has changed the post since', async () => {
    const { amina, post } = await flaggedPost()
    await rule(w, admin, post.id, dismiss('post'))
    expect((await rule(w, admin, post.id, undo('post'))).body.status).toBe('flagged')
    expect((await show(w, amina, post.id)).body).toMatchObject({ status: 'flagged', flag_reason: 'An advert' })
    expect(await typesOf(amina)).toEqual(['post_flagged'])
    await rule(w, admin, post.id, dismiss('post'))
    const sent = { token: amina.token, params: { id: post.id }, body: question() }
    expect((await w.call('PUT /api/community/posts/{id}/', sent)).status).toBe(200)
    expect((await rule(w, admin, post.id, undo('post'))).body.error).toBe('already_decided')
  })

  it.each([
    ['pending', 0, 0],
    ['approved', 3, 1],
    ['endorsed', 13, 1],
  ] as const)(
    'dismisses a flag on a comment that was %s: it is that again, points and all',
    async (from, points, shown) => {
      const { id, owner, zara, post } = await flaggedComment(from)
      expect(await pointsOf(w, zara)).toBe(0)
      expect((await rule(w, admin, id, dismiss('response'))).body).toEqual({ id, kind: 'response', status: from })
      expect(await isListed(id, 'response', 'flagged')).toBe(false)
      expect([await pointsOf(w, zara), (await show(w, owner, post.id)).body.farmer_comment_count]).toEqual([
        points,
        shown,
      ])
      expect((await typesOf(zara))[0]).toBe(from === 'pending' ? undefined : `response_${from}`)
      expect((await rule(w, admin, id, undo('response'))).body.status).toBe('flagged')
      expect([await pointsOf(w, zara), (await show(w, owner, post.id)).body.farmer_comment_count]).toEqual([0, 0])
      expect(await listed('response', 'flagged')).toContainEqual(expect.objectContaining({ id, reason: 'Unkind' }))
      expect((await rule(w, admin, id, dismiss('response'))).body.status).toBe(from)
    },
  )

  it('hides a flagged comment: its writer reads why and no expert approves it, until that is taken back', async () => {
    const { id, zara, post } = await flaggedComment('approved')
    expect((await rule(w, admin, id, hide('response'))).body.status).toBe('hidden')
    expect(await isListed(id, 'response', 'hidden')).toBe(true)
    expect((await judge(w, okello, post.id, { response_id: id, action: 'approve' })).body.error).toBe('already_decided')
    const { body } = await show(w, zara, post.id)
    expect(body.my_responses).toMatchObject([{ id, status: 'hidden', is_flagged: true, flag_reason: 'It sells seed' }])
    expect((await newsOf(w, zara)).results[0]).toMatchObject({
      type: 'response_hidden',
      message: `An administrator took your comment on “${post.title}” off the board. The reason: It sells seed`,
    })
    expect((await rule(w, admin, id, undo('response'))).body.status).toBe('flagged')
    expect(await typesOf(zara)).toEqual(['response_flagged'])
    expect((await judge(w, okello, post.id, { response_id: id, action: 'approve' })).body.status).toBe('approved')
    expect((await acts(id)).slice(-3).map(({ action }) => action)).toEqual([
      'response.hidden',
      'response.ruling_undone',
      'response.approved',
    ])
  })

  it('rules on nothing but flags, says why it hides, and finds nothing that was withdrawn', async () => {
    const amina = await farmer(w)
    const waiting = await pendingPost(w, amina)
    const shown = await approvedPost(w, amina, okello)
    for (const { id } of [waiting, shown])
      for (const ruling of [hide('post'), dismiss('post'), undo('post')])
        expect((await rule(w, admin, id, ruling)).body.error).toBe('already_decided')
    const { amina: writer, post } = await flaggedPost()
    const unsaid = await rule(w, admin, post.id, { kind: 'post', action: 'hide', reason: '  ' })
    expect([unsaid.status, unsaid.body.errors]).toMatchObject([400, [{ field: 'reason' }]])
    expect((await rule(w, admin, post.id, hide('response'))).body.error).toBe('not_found')
    await rule(w, admin, post.id, hide('post'))
    const gone = await w.call('DELETE /api/community/posts/{id}/', { token: writer.token, params: { id: post.id } })
    expect(gone.status).toBe(204)
    expect((await rule(w, admin, post.id, undo('post'))).body.error).toBe('not_found')
    expect(await isListed(post.id, 'post', 'hidden')).toBe(false)
  })
})

describe('at once', () => {
  const errors = (answers: { body: { error?: string } }[]) => answers.map(({ body }) => body.error ?? 'done').sort()
  const rounds = [1, 2, 3, 4]

  it('two admins rule on a post: one word holds, the other is told', async () => {
    for (const round of rounds) {
      const { amina, post } = await flaggedPost()
      const answers = await Promise.all(
        admins.map((each, i) => rule(w, each, post.id, (i + round) % 2 ? hide('post') : dismiss('post'))),
      )
      expect(errors(answers)).toEqual(['already_decided', 'done'])
      const won = answers.find(({ status }) => status === 200)?.body.status
      expect((await show(w, amina, post.id)).body.status).toBe(won)
      expect((await typesOf(amina)).includes('post_hidden')).toBe(won === 'hidden')
    }
  })

  it('an admin hides and an expert unflags a post: one of the two holds', async () => {
    for (const _ of rounds) {
      const { amina, post } = await flaggedPost()
      const answers = await Promise.all([rule(w, admin, post.id, hide('post')), moderate(w, okello, post.id, 'unflag')])
      expect(errors(answers)).toEqual(['already_decided', 'done'])
      expect((await show(w, amina, post.id)).body.status).toBe(answers[0].status === 200 ? 'hidden' : 'pending')
    }
  })

  it('an admin takes a dismissal back and an expert approves the post: points are given once or not at all', async () => {
    for (const _ of rounds) {
      const { amina, post } = await flaggedPost()
      await rule(w, admin, post.id, dismiss('post'))
      const answers = await Promise.all([
        rule(w, admin, post.id, undo('post')),
        moderate(w, okello, post.id, 'approve'),
      ])
      expect(errors(answers)).toEqual(['already_decided', 'done'])
      expect(await pointsOf(w, amina)).toBe(answers[1].status === 200 ? 5 : 0)
    }
  })

  it('an admin hides and an expert approves a comment: what shows is what has points', async () => {
    for (const _ of rounds) {
      const { id, owner, zara, post } = await flaggedComment('pending')
      const answers = await Promise.all([
        rule(w, admin, id, hide('response')),
        judge(w, okello, post.id, { response_id: id, action: 'approve' }),
      ])
      expect(errors(answers)).toEqual(['already_decided', 'done'])
      const isShown = answers[1].status === 200
      expect(await pointsOf(w, zara)).toBe(isShown ? 3 : 0)
      expect((await show(w, owner, post.id)).body.farmer_comment_count).toBe(isShown ? 1 : 0)
    }
  })
})
