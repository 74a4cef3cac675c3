import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createApprovedPost,
  createComment,
  createPendingPost,
  createPost,
  moderatePost,
} from '../../testing/features/community.ts'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import {
  createTestAdmin,
  signUpApprovedExpert,
  signUpExpert,
  signUpFarmer,
  type TestUser,
} from '../../testing/server/test-users.ts'

let server: TestServer
let admin: TestUser
let okello: TestUser
/** A farmer with an old account, on whose posts the others comment. */
let grace: TestUser
let posts: string[]
const day = 24 * 3600_000
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual', rateLimits: true })
  admin = await createTestAdmin(server)
  okello = await signUpApprovedExpert(server, admin)
  grace = await signUpFarmer(server)
  await makeLongStanding(grace)
  const made = await Promise.all(Array.from({ length: 12 }, () => createApprovedPost(server, grace, okello)))
  posts = made.map(({ id }) => id)
})
afterAll(() => server.close())

const makeLongStanding = ({ id }: TestUser) =>
  server.app.db
    .updateTable('users')
    .set({ activated_at: new Date(server.clock.now().getTime() - day) })
    .where('id', '=', id)
    .execute()

describe('on the first day', () => {
  it('a farmer may post three times, and the error says when to try again', async () => {
    const amina = await signUpFarmer(server)
    for (let i = 0; i < 3; i++) expect((await createPost(server, amina)).status).toBe(201)
    const { status, body, headers } = await createPost(server, amina)
    expect([status, body.error]).toEqual([429, 'first_day_limit'])
    expect(body.message).toBe('On the first day you may write 3 posts and 10 comments. Please write again tomorrow.')
    const wait = Number(headers.get('retry-after'))
    expect(wait).toBeGreaterThan(23.9 * 3600)
    expect(wait).toBeLessThanOrEqual(24 * 3600)
    await makeLongStanding(amina)
    expect((await createPost(server, amina)).status).toBe(201)
  })

  it('a withdrawn post counts, a rejected request does not', async () => {
    const amina = await signUpFarmer(server)
    const first = await createPendingPost(server, amina)
    await server.request('DELETE /api/community/posts/{id}/', { token: amina.token, params: { id: first.id } })
    expect((await createPost(server, amina, { title: '' })).status).toBe(400)
    expect((await createPost(server, amina)).status).toBe(201)
    expect((await createPost(server, amina)).status).toBe(201)
    expect((await createPost(server, amina)).body.error).toBe('first_day_limit')
  })

  it('simultaneous posts all count', async () => {
    const amina = await signUpFarmer(server)
    const answers = await Promise.all(Array.from({ length: 8 }, () => createPost(server, amina)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.filter(({ body }) => body.error === 'first_day_limit')).toHaveLength(5)
  })

  it.each([
    ['a farmer', () => signUpFarmer(server)],
    ['an expert who waits for approval', () => signUpExpert(server)],
  ])('%s may comment ten times', async (_author, signUp) => {
    const person = await signUp()
    for (const id of posts.slice(0, 10)) expect((await createComment(server, person, id)).status).toBe(201)
    expect((await createComment(server, person, posts[10] ?? '')).body.error).toBe('first_day_limit')
  })

  it('an approved expert may comment without a limit', async () => {
    const wanjiru = await signUpApprovedExpert(server, admin)
    for (const id of posts) expect((await createComment(server, wanjiru, id)).status).toBe(201)
  })
})

it('a farmer with an old account may post thirty times an hour', async () => {
  const joan = await signUpFarmer(server)
  await makeLongStanding(joan)
  const answers = await Promise.all(Array.from({ length: 31 }, () => createPost(server, joan)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(30)
  const late = answers.find(({ status }) => status !== 201)
  expect(late?.body).toMatchObject({ status: 429, error: 'too_many_requests' })
  expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(0)
  // The limit affects neither other farmers nor experts.
  const other = await createPendingPost(server, await signUpFarmer(server))
  expect((await moderatePost(server, okello, other.id, 'approve')).status).toBe(200)
})
