import { community } from '@kutu/contract/community/community'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createApprovedPost,
  createPendingPost,
  createPost,
  fetchNotifications,
  getPoints,
  getPost,
  moderatePost,
  postBody,
} from '../../../testing/features/community.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
let joan: TestUser
let okello: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  grace = await signUpFarmer(server)
  joan = await signUpFarmer(server)
  okello = await signUpExpert(server)
})
afterAll(() => server.close())

const edit = (person: TestUser, id: string, body: object) =>
  server.request('PUT /api/community/posts/{id}/', { token: person.token, params: { id }, body })
const withdraw = (person: TestUser, id: string) =>
  server.request('DELETE /api/community/posts/{id}/', { token: person.token, params: { id } })
const mine = (person: TestUser, query: Record<string, string> = {}) =>
  server.request('GET /api/community/posts/mine/', { token: person.token, query })
const getFields = (body: { errors: { field: string }[] }) => body.errors.map(({ field }) => field)

describe('a post', () => {
  it('is created as pending with everything that was written', async () => {
    const body = postBody({ urgency_level: 'high', disease_type: 'gray_leaf_spot', image: '', rust_detection: '' })
    const answer = await server.request('POST /api/community/posts/', { token: grace.token, body })
    expect(answer.status).toBe(201)
    const post = community.createPost.reply.parse(answer.body)
    expect(post).toMatchObject({
      title: body.title,
      content: body.content,
      crop_type: 'MAIZE',
      disease_type: 'gray_leaf_spot',
      urgency_level: 'high',
      image: null,
      rust_detection: null,
      status: 'pending',
      is_approved: false,
      is_flagged: false,
      farmer: { id: grace.id, username: grace.username },
      created_at: server.clock.now().toISOString(),
      edited_at: null,
      farmer_comments: [],
      expert_comments: [],
    })
  })

  it('accepts the other spelling of leaf blast and returns the product’s spelling', async () => {
    expect((await createPost(server, grace, { disease_type: 'leaf_blast' })).body.disease_type).toBe('leaf_blust')
  })

  it('is rejected with every missing field named in one response', async () => {
    const { status, body } = await server.request('POST /api/community/posts/', { token: grace.token, body: {} })
    expect([status, body.error]).toEqual([400, 'validation_failed'])
    expect(getFields(body)).toEqual(['title', 'content', 'crop_type', 'disease_type', 'urgency_level'])
    expect(body.errors[0].message).toBe('Please fill in this field.')
  })

  it.each([
    ['nothing', 'title', ''],
    ['only spaces', 'title', '   '],
    ['only line ends', 'content', '\n\t '],
    ['only zero-width characters', 'content', '\u200b\u2060\ufeff'],
    ['only letters that are drawn as nothing', 'content', '\u3164\u2800\u115f'],
    ['only an accent', 'title', '\u0301'],
    ['201 characters', 'title', 'x'.repeat(201)],
    ['5001 characters', 'content', 'x'.repeat(5001)],
    ['a zero character', 'content', 'a\u0000b'],
    ['a bell', 'content', 'a\u0007b'],
    ['half a face', 'title', 'half a face \ud83d'],
    ['a number', 'title', 7],
    ['another crop', 'crop_type', 'COFFEE'],
    ['another disease', 'disease_type', 'rust'],
    ['another urgency', 'urgency_level', 'HIGH'],
    ['a file name', 'image', 'photo.jpg'],
    ['an unknown id', 'image', '00000000-0000-4000-8000-000000000000'],
    ['an unknown id', 'rust_detection', '00000000-0000-4000-8000-000000000000'],
  ])('is rejected with %s as its %s, which is named', async (_what, field, value) => {
    const { status, body } = await createPost(server, grace, { [field]: value })
    expect(status).toBe(400)
    expect(getFields(body)).toEqual([field])
    expect(body.errors[0].message.length).toBeGreaterThan(10)
  })

  it('reports a forbidden character differently from a blank field', async () => {
    expect((await createPost(server, grace, { content: 'a\u0000b' })).body.errors[0].message).toMatch(/characters/)
    expect((await createPost(server, grace, { content: '\u200b' })).body.errors[0].message).toBe(
      'Please fill in this field.',
    )
  })

  it.each([
    ['markup', '<script>alert(1)</script> & "quotes" \'too\' {curly} %s \\n'],
    ['right-to-left', 'ما هذا المرض؟ \u202eعلى الذرة\u202c'],
    ['emoji and accents', 'Spots 🌽👩🏾‍🌾 and 🇺🇬, ŋŋamba, e\u0301'],
    ['spaces and empty lines', '  leading, trailing and\r\n\r\nempty lines  '],
    ['zero-width characters', 'zero\u200bwidth\u200djoin\u00adhyphen'],
    ['as many emoji as fit', `${'🌽'.repeat(2500)}`],
    ['SQL', "'; drop table posts; --"],
    ['links', 'https://example.org/?a=1&b=2 ftp://x'],
  ])('keeps %s unchanged', async (_what, content) => {
    const { status, body } = await createPost(server, await signUpFarmer(server), { content })
    expect(status).toBe(201)
    expect(body.content).toBe(content)
  })

  it('cannot be repeated by the same farmer', async () => {
    const first = await createPendingPost(server, grace, { title: 'Rust on beans', content: 'What now?' })
    const again = await createPost(server, grace, { title: 'Rust on beans', content: 'What now?' })
    expect([again.status, again.body.error]).toEqual([409, 'duplicate_post'])
    expect(again.body.message).toBe('You have already posted “Rust on beans”. See “My posts”.')
    expect((await createPost(server, joan, { title: 'Rust on beans', content: 'What now?' })).status).toBe(201)
    await withdraw(grace, first.id)
    expect((await createPost(server, grace, { title: 'Rust on beans', content: 'What now?' })).status).toBe(201)
  })

  it.each([
    ['crop', { crop_type: 'RICE' }],
    ['disease', { disease_type: 'gray_leaf_spot' }],
    ['urgency', { urgency_level: 'low' }],
    ['content', { content: 'Since yesterday.' }],
    ['case', { title: 'THE SAME, ANOTHER CASE' }],
  ] as const)('with the same fields but another %s is another post', async (what, change) => {
    const body = {
      title: `The same, another ${what}`,
      crop_type: 'MAIZE',
      disease_type: 'none',
      urgency_level: 'medium',
    }
    const first = await createPendingPost(server, grace, body)
    const other = await createPost(server, grace, { ...body, ...change })
    expect(other.status).toBe(201)
    const again = await edit(grace, other.body.id, postBody(body))
    expect([again.status, again.body.message]).toEqual([
      409,
      `You have already posted “${first.title}”. See “My posts”.`,
    ])
  })

  it('sent again with the same Idempotency-Key is created once', async () => {
    const sent = { token: grace.token, body: postBody(), headers: { 'idempotency-key': 'post-1' } }
    const answers = await Promise.all([1, 2, 3].map(() => server.request('POST /api/community/posts/', sent)))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  })
})

describe('the farmer of a post', () => {
  it('edits it while it is pending, and its version is incremented', async () => {
    const post = await createPendingPost(server, grace)
    server.clock.advance(5000)
    const changed = postBody({ title: 'Spots on my wheat', crop_type: 'WHEAT', urgency_level: 'high' })
    const { status, body } = await edit(grace, post.id, changed)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...changed,
      version: 2,
      status: 'pending',
      edited_at: server.clock.now().toISOString(),
    })
    expect(body.created_at).toBe(post.created_at)
  })

  it('cannot edit it once it is approved or flagged, nor into a duplicate', async () => {
    const approved = await createApprovedPost(server, grace, okello)
    expect((await edit(grace, approved.id, postBody())).body).toMatchObject({ status: 409, error: 'already_decided' })
    const flagged = await createPendingPost(server, grace)
    await moderatePost(server, okello, flagged.id, 'flag')
    expect((await edit(grace, flagged.id, postBody())).body.error).toBe('already_decided')
    const waiting = await createPendingPost(server, grace)
    const { content } = postBody()
    expect((await edit(grace, waiting.id, postBody({ title: flagged.title, content }))).body.error).toBe(
      'duplicate_post',
    )
    expect((await edit(grace, waiting.id, postBody({ title: waiting.title, content }))).status).toBe(200)
  })

  it('is the only user who may edit or withdraw it', async () => {
    const post = await createPendingPost(server, grace)
    expect((await edit(joan, post.id, postBody())).body).toMatchObject({ status: 404, error: 'not_found' })
    expect((await withdraw(joan, post.id)).status).toBe(404)
    expect((await edit(okello, post.id, postBody())).body.error).toBe('forbidden')
    expect((await withdraw(okello, post.id)).body.error).toBe('forbidden')
    expect((await getPost(server, grace, post.id)).body.version).toBe(1)
  })

  it.each(['pending', 'flagged', 'approved'])('withdraws it when %s: no other user sees it afterwards', async state => {
    const post = await createPendingPost(server, grace)
    if (state !== 'pending') await moderatePost(server, okello, post.id, state === 'flagged' ? 'flag' : 'approve')
    expect((await withdraw(grace, post.id)).status).toBe(204)
    for (const person of [joan, okello]) expect((await getPost(server, person, post.id)).status).toBe(404)
    expect((await moderatePost(server, okello, post.id, 'approve')).status).toBe(404)
    const all = await server.request('GET /api/community/posts/all/', {
      token: okello.token,
      query: { page_size: 200 },
    })
    expect(all.body.results.map(({ id }: { id: string }) => id)).not.toContain(post.id)
    expect((await mine(grace)).body.map(({ id }: { id: string }) => id)).not.toContain(post.id)
    const withdrawn = await mine(grace, { status: 'withdrawn' })
    expect(withdrawn.body.map(({ id }: { id: string }) => id)).toContain(post.id)
    expect((await withdraw(grace, post.id)).status).toBe(204)
  })

  it('loses the points of a withdrawn post, and its unread notifications', async () => {
    const amina = await signUpFarmer(server)
    const post = await createApprovedPost(server, amina, okello)
    expect([await getPoints(server, amina), (await fetchNotifications(server, amina)).count]).toEqual([5, 1])
    await withdraw(amina, post.id)
    expect([await getPoints(server, amina), (await fetchNotifications(server, amina)).count]).toEqual([0, 0])
    await withdraw(amina, post.id)
    expect(await getPoints(server, amina)).toBe(0)
  })

  it('sees their own posts in every status, with the reason of a flag', async () => {
    const zara = await signUpFarmer(server)
    const [pending, flagged, approved] = [
      await createPendingPost(server, zara),
      await createPendingPost(server, zara),
      await createApprovedPost(server, zara, okello),
    ]
    await moderatePost(server, okello, flagged.id, 'flag', { reason: 'A photo would help' })
    const { body } = await mine(zara)
    const found = new Map(body.map((post: { id: string }) => [post.id, post]))
    expect(found.size).toBe(3)
    expect(found.get(pending.id)).toMatchObject({ status: 'pending', is_approved: false, is_flagged: false })
    expect(found.get(flagged.id)).toMatchObject({ is_flagged: true, flag_reason: 'A photo would help' })
    expect(found.get(approved.id)).toMatchObject({ is_approved: true, flag_reason: null })
    expect((await mine(zara, { status: 'flagged' })).body).toHaveLength(1)
    expect((await getPost(server, zara, flagged.id)).body.flag_reason).toBe('A photo would help')
  })
})
