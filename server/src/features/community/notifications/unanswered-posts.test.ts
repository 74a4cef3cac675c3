import { afterEach, beforeEach, expect, it } from 'vitest'
import { tasks } from '../../../tasks.ts'
import {
  createApprovedPost,
  createComment,
  createPendingPost,
  fetchNotifications,
  moderateComment,
  moderatePost,
} from '../../../testing/features/community.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  createSeveral,
  createTestAdmin,
  signIn,
  signUpApprovedExpert,
  signUpExpert,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'

const minute = 60_000
let server: TestServer
let admin: TestUser
let grace: TestUser
let okello: TestUser
let waiting: TestUser
beforeEach(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  admin = await createTestAdmin(server)
  grace = await signUpFarmer(server)
  okello = await signUpApprovedExpert(server, admin)
  waiting = await signUpExpert(server)
})
afterEach(() => server.close())

const high = { urgency_level: 'high' }
const runJob = () => tasks.remind_of_unanswered_posts(server.app)
const advanceMinutes = (minutes: number) => server.clock.advance(minutes * minute)
const escalatedTo = async (person: TestUser) =>
  (await fetchNotifications(server, person)).results.filter(({ type }) => type === 'post_unanswered')

it('an urgent post without an answer is brought to every approved expert after 6 hours, once', async () => {
  const wanjiru = await signUpApprovedExpert(server, admin)
  const [pending, approved] = [
    await createPendingPost(server, grace, high),
    await createApprovedPost(server, grace, okello, high),
  ]
  advanceMinutes(6 * 60 - 1)
  await runJob()
  expect(await escalatedTo(await signInAgain(okello))).toEqual([])
  advanceMinutes(2)
  await runJob()
  for (const person of [okello, wanjiru]) {
    const notifications = await escalatedTo(await signInAgain(person))
    expect(new Set(notifications.map(({ subject }) => subject?.id))).toEqual(new Set([pending.id, approved.id]))
    expect(notifications[0]?.message).toMatch(/^“.+” is urgent and has waited 6 hours for an expert\.$/)
    const emails = (await server.emailsTo(person.email)).filter(({ subject }) => subject?.includes('without an answer'))
    expect(emails.map(({ subject }) => subject)).toEqual(['2 urgent posts on Kutu without an answer'])
  }
  for (const person of [grace, waiting, admin]) expect(await escalatedTo(await signInAgain(person))).toEqual([])
  advanceMinutes(24 * 60)
  await Promise.all([runJob(), runJob()])
  expect(await escalatedTo(await signInAgain(okello))).toHaveLength(2)
})

it('an answered, flagged, withdrawn or less urgent post is not brought to the experts', async () => {
  const answered = await createApprovedPost(server, grace, okello, high)
  await createComment(server, okello, answered.id)
  const flagged = await createPendingPost(server, grace, high)
  await moderatePost(server, okello, flagged.id, 'flag')
  const withdrawn = await createPendingPost(server, grace, high)
  await server.request('DELETE /api/community/posts/{id}/', { token: grace.token, params: { id: withdrawn.id } })
  await createApprovedPost(server, grace, okello, { urgency_level: 'medium' })
  advanceMinutes(7 * 60)
  await runJob()
  expect(await escalatedTo(await signInAgain(okello))).toEqual([])
})

it('a post whose only answer was flagged counts as unanswered again', async () => {
  const wanjiru = await signUpApprovedExpert(server, admin)
  const post = await createApprovedPost(server, grace, okello, high)
  const { body } = await createComment(server, wanjiru, post.id)
  await moderateComment(server, okello, post.id, { response_id: body.id, action: 'flag' })
  advanceMinutes(7 * 60)
  await runJob()
  expect(await escalatedTo(await signInAgain(okello))).toHaveLength(1)
})

it('more than one batch of posts is processed exactly once, by several processes at the same time', async () => {
  const people = await createSeveral(3, () => signUpFarmer(server))
  for (const person of people) for (let i = 0; i < 35; i++) await createPendingPost(server, person, high)
  advanceMinutes(7 * 60)
  await Promise.all([runJob(), runJob(), runJob()])
  expect((await fetchNotifications(server, await signInAgain(okello))).count).toBe(105)
  expect(await server.app.db.selectFrom('posts').select('id').where('answer_checked_at', 'is', null).execute()).toEqual(
    [],
  )
})

it('the board shows how fast experts answer', async () => {
  const board = async () =>
    (await server.request('GET /api/community/stats/', { token: (await signInAgain(grace)).token })).body
  expect(await board()).toEqual({ median_seconds_to_expert_answer: null })
  const posts = [
    await createApprovedPost(server, grace, okello),
    await createApprovedPost(server, grace, okello),
    await createApprovedPost(server, grace, okello),
  ]
  const start = server.clock.now().getTime()
  for (const [i, minutes] of [10, 20, 600].entries()) {
    server.clock.advance(start + minutes * minute - server.clock.now().getTime())
    await createComment(server, await signInAgain(okello), posts[i]?.id ?? '')
  }
  const { median_seconds_to_expert_answer } = await board()
  expect(Math.round(median_seconds_to_expert_answer / 60)).toBe(20)
})

async function signInAgain(person: TestUser): Promise<TestUser> {
  return { ...person, token: (await signIn(server, person.email)).token }
}
