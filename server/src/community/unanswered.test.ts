import { afterEach, beforeEach, expect, it } from 'vitest'
import { tasks } from '../jobs/tasks.ts'
import { approvedPost, comment, judge, moderate, newsOf, pendingPost } from '../testing/board.ts'
import { approvedExpert, expert, farmer, newAdmin, type Person, several, signIn } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'

const minute = 60_000
let w: World
let admin: Person
let grace: Person
let okello: Person
let waiting: Person
beforeEach(async () => {
  w = await world({ expertApproval: 'manual' })
  admin = await newAdmin(w)
  grace = await farmer(w)
  okello = await approvedExpert(w, admin)
  waiting = await expert(w)
})
afterEach(() => w.close())

const high = { urgency_level: 'high' }
const raise = () => tasks.raise_unanswered(w.app, {})
const after = (minutes: number) => w.clock.advance(minutes * minute)
const raisedTo = async (person: Person) =>
  (await newsOf(w, person)).results.filter(({ type }) => type === 'post_unanswered')

it('an urgent post nobody answered is brought before every approved expert after 6 hours, once', async () => {
  const wanjiru = await approvedExpert(w, admin)
  const [pending, approved] = [await pendingPost(w, grace, high), await approvedPost(w, grace, okello, high)]
  after(6 * 60 - 1)
  await raise()
  expect(await raisedTo(await fresh(okello))).toEqual([])
  after(2)
  await raise()
  for (const person of [okello, wanjiru]) {
    const news = await raisedTo(await fresh(person))
    expect(new Set(news.map(({ subject }) => subject?.id))).toEqual(new Set([pending.id, approved.id]))
    expect(news[0]?.message).toMatch(/^“.+” is urgent and no expert has answered for 6 hours\.$/)
    const letters = (await w.lettersTo(person.email)).filter(({ subject }) => subject?.includes('without an answer'))
    expect(letters.map(({ subject }) => subject)).toEqual(['2 urgent posts on Kutu without an answer'])
  }
  for (const person of [grace, waiting, admin]) expect(await raisedTo(await fresh(person))).toEqual([])
  after(24 * 60)
  await Promise.all([raise(), raise()])
  expect(await raisedTo(await fresh(okello))).toHaveLength(2)
})

it('an answered, flagged, withdrawn or less urgent one is not', async () => {
  const answered = await approvedPost(w, grace, okello, high)
  await comment(w, okello, answered.id)
  const flagged = await pendingPost(w, grace, high)
  await moderate(w, okello, flagged.id, 'flag')
  const withdrawn = await pendingPost(w, grace, high)
  await w.call('DELETE /api/community/posts/{id}/', { token: grace.token, params: { id: withdrawn.id } })
  await approvedPost(w, grace, okello, { urgency_level: 'medium' })
  after(7 * 60)
  await raise()
  expect(await raisedTo(await fresh(okello))).toEqual([])
})

it('one whose only answer was flagged is unanswered again', async () => {
  const wanjiru = await approvedExpert(w, admin)
  const post = await approvedPost(w, grace, okello, high)
  const { body } = await comment(w, wanjiru, post.id)
  await judge(w, okello, post.id, { response_id: body.id, action: 'flag' })
  after(7 * 60)
  await raise()
  expect(await raisedTo(await fresh(okello))).toHaveLength(1)
})

it('more than a batch of them are all raised, by however many processes at once', async () => {
  const people = await several(3, () => farmer(w))
  for (const person of people) for (let i = 0; i < 35; i++) await pendingPost(w, person, high)
  after(7 * 60)
  await Promise.all([raise(), raise(), raise()])
  expect((await newsOf(w, await fresh(okello))).count).toBe(105)
  expect(await w.app.db.selectFrom('posts').select('id').where('raised_at', 'is', null).execute()).toEqual([])
})

it('the board tells how fast experts answer', async () => {
  const board = async () => (await w.call('GET /api/community/stats/', { token: (await fresh(grace)).token })).body
  expect(await board()).toEqual({ approved_posts: 0, median_seconds_to_expert_answer: null })
  const posts = [
    await approvedPost(w, grace, okello),
    await approvedPost(w, grace, okello),
    await approvedPost(w, grace, okello),
  ]
  const start = w.clock.now().getTime()
  for (const [i, minutes] of [10, 20, 600].entries()) {
    w.clock.advance(start + minutes * minute - w.clock.now().getTime())
    await comment(w, await fresh(okello), posts[i]?.id ?? '')
  }
  const { approved_posts, median_seconds_to_expert_answer } = await board()
  expect(approved_posts).toBe(3)
  expect(Math.round(median_seconds_to_expert_answer / 60)).toBe(20)
})

async function fresh(person: Person): Promise<Person> {
  return { ...person, token: (await signIn(w, person.email)).token }
}
