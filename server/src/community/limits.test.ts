import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approvedPost, ask, comment, moderate, pendingPost } from '../testing/board.ts'
import { approvedExpert, expert, farmer, newAdmin, type Person } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let admin: Person
let okello: Person
/** A farmer of long standing, on whose posts the others comment. */
let grace: Person
let posts: string[]
const day = 24 * 3600_000
beforeAll(async () => {
  w = await world({ expertApproval: 'manual', rateLimits: true })
  admin = await newAdmin(w)
  okello = await approvedExpert(w, admin)
  grace = await farmer(w)
  await openedLongAgo(grace)
  const made = await Promise.all(Array.from({ length: 12 }, () => approvedPost(w, grace, okello)))
  posts = made.map(({ id }) => id)
})
afterAll(() => w.close())

const openedLongAgo = ({ id }: Person) =>
  w.app.db
    .updateTable('users')
    .set({ activated_at: new Date(w.clock.now().getTime() - day) })
    .where('id', '=', id)
    .execute()

describe('on its first day', () => {
  it('a farmer posts three times, and is told when there may be more', async () => {
    const amina = await farmer(w)
    for (let i = 0; i < 3; i++) expect((await ask(w, amina)).status).toBe(201)
    const { status, body, headers } = await ask(w, amina)
    expect([status, body.error]).toEqual([429, 'first_day_limit'])
    expect(body.message).toBe(
      'On its first day a new account may write 3 posts and 10 comments. Please write again tomorrow.',
    )
    const wait = Number(headers.get('retry-after'))
    expect(wait).toBeGreaterThan(23.9 * 3600)
    expect(wait).toBeLessThanOrEqual(24 * 3600)
    await openedLongAgo(amina)
    expect((await ask(w, amina)).status).toBe(201)
  })

  it('a withdrawn post counts, a refused one does not', async () => {
    const amina = await farmer(w)
    const first = await pendingPost(w, amina)
    await w.call('DELETE /api/community/posts/{id}/', { token: amina.token, params: { id: first.id } })
    expect((await ask(w, amina, { title: '' })).status).toBe(400)
    expect((await ask(w, amina)).status).toBe(201)
    expect((await ask(w, amina)).status).toBe(201)
    expect((await ask(w, amina)).body.error).toBe('first_day_limit')
  })

  it('many posts at once count as many', async () => {
    const amina = await farmer(w)
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(w, amina)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.filter(({ body }) => body.error === 'first_day_limit')).toHaveLength(5)
  })

  it.each([
    ['a farmer', () => farmer(w)],
    ['an expert who waits for approval', () => expert(w)],
  ])('%s comments ten times', async (_who, somebody) => {
    const person = await somebody()
    for (const id of posts.slice(0, 10)) expect((await comment(w, person, id)).status).toBe(201)
    expect((await comment(w, person, posts[10] ?? '')).body.error).toBe('first_day_limit')
  })

  it('an approved expert answers as often as asked', async () => {
    const wanjiru = await approvedExpert(w, admin)
    for (const id of posts) expect((await comment(w, wanjiru, id)).status).toBe(201)
  })
})

it('a farmer of long standing posts thirty times an hour', async () => {
  const joan = await farmer(w)
  await openedLongAgo(joan)
  const answers = await Promise.all(Array.from({ length: 31 }, () => ask(w, joan)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(30)
  const late = answers.find(({ status }) => status !== 201)
  expect(late?.body).toMatchObject({ status: 429, error: 'too_many_requests' })
  expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(0)
  // Another farmer is not held up by it, nor is what an expert does.
  const other = await pendingPost(w, await farmer(w))
  expect((await moderate(w, okello, other.id, 'approve')).status).toBe(200)
})
