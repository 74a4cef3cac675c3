// @slow
import {
  authorPostActions,
  type PostAction,
  type PostStatus,
  pointsByEvent,
  postActions,
  postStatusAfter,
  type ResponseAction,
  type ResponseStatus,
  responseActions,
  responseStatusAfter,
} from '@kutu/contract/community/moderation'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createComment,
  createPendingPost,
  getPoints,
  getPost,
  moderateComment,
  moderatePost,
  postBody,
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
let experts: [TestUser, TestUser]
let waiting: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  admin = await createTestAdmin(server)
  experts = [await signUpApprovedExpert(server, admin), await signUpApprovedExpert(server, admin)]
  waiting = await signUpExpert(server)
})
afterAll(() => server.close())

/** Returns a generator of pseudorandom numbers in [0, 1) (mulberry32). */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

type Comment = { id: string; by: TestUser; role: 'farmer' | 'expert'; status: ResponseStatus }
/** The expected state of the board, maintained by the test. */
type Model = { id: string; owner: TestUser; status: PostStatus; version: number; comments: Comment[] }
type People = { owner: TestUser; other: TestUser }

/** The actions performed over all runs. */
const performedActions = new Set<string>()

const includes = (moves: readonly string[], action: string) => moves.includes(action)

/**
 * Performs random actions of random users on one post. Checks each response and the state of the board against the
 * model.
 */
async function performRandomActions(seed: number, steps: number): Promise<void> {
  const random = mulberry32(seed)
  const pick = <T>(from: readonly [T, ...T[]]): T => from[Math.floor(random() * from.length)] ?? from[0]
  const people = { owner: await signUpFarmer(server), other: await signUpFarmer(server) }
  const post = await createPendingPost(server, people.owner)
  const model: Model = { id: post.id, owner: people.owner, status: 'pending', version: 1, comments: [] }
  for (let step = 0; step < steps; step++) {
    const everybody = [people.owner, people.other, waiting, admin] as const
    const actor = pick([...experts, ...experts, ...experts, ...everybody])
    // Actions that can succeed in the current status are chosen more often.
    const perform =
      model.status === 'approved'
        ? pick([
            tryModerateComment,
            tryModerateComment,
            tryModerateComment,
            tryModerateComment,
            tryModerateComment,
            tryComment,
            tryModeratePost,
            tryEditOrWithdraw,
          ])
        : pick([
            tryModeratePost,
            tryModeratePost,
            tryModeratePost,
            tryModeratePost,
            tryModerateComment,
            tryComment,
            tryEditOrWithdraw,
          ])
    const description = await perform(model, actor, pick)
    await expectModelHolds(model, people, `seed ${seed}, step ${step}: ${description}`)
  }
}

type Pick = <T>(from: readonly [T, ...T[]]) => T
const isExpert = (actor: TestUser) => experts.includes(actor)
const getErrorCode = (actor: TestUser) => (actor === waiting ? 'approval_pending' : 'forbidden')

async function tryModeratePost(model: Model, actor: TestUser, pick: Pick): Promise<string> {
  const action = pick<PostAction>(['flag', 'unflag', 'approve', ...postActions[model.status]])
  const version = pick([undefined, model.version, model.version, 99])
  const { status, body } = await moderatePost(server, actor, model.id, action, version === undefined ? {} : { version })
  const label = `${actor.username} ${action}s ${model.status}`
  const isAllowed = includes(postActions[model.status], action)
  let expected: number | string = 200
  if (!isExpert(actor)) expected = getErrorCode(actor)
  else if (model.status === 'withdrawn') expected = 'not_found'
  else if (!isAllowed && postStatusAfter[action] !== model.status) expected = 'already_decided'
  else if (version === 99) expected = 'edited_since'
  expect([label, body.error ?? status]).toEqual([label, expected])
  if (expected === 200 && isAllowed) {
    performedActions.add(`post: ${model.status}, ${action}`)
    model.status = postStatusAfter[action]
  }
  return label
}

async function tryEditOrWithdraw(model: Model, actor: TestUser, pick: Pick): Promise<string> {
  // Withdrawing ends the run, so it is chosen rarely.
  const action = pick(['edit', 'edit', 'edit', 'edit', 'edit', 'withdraw'] as const)
  const label = `${actor.username} ${action}s ${model.status}`
  const sent = { token: actor.token, params: { id: model.id } }
  const { status, body } =
    action === 'edit'
      ? await server.request('PUT /api/community/posts/{id}/', { ...sent, body: postBody() })
      : await server.request('DELETE /api/community/posts/{id}/', sent)
  const isAllowed = includes(authorPostActions[model.status], action)
  const isFarmer = !isExpert(actor) && actor !== waiting && actor !== admin
  let expected: number | string = action === 'edit' ? 200 : 204
  if (!isFarmer) expected = 'forbidden'
  else if (actor !== model.owner) expected = 'not_found'
  else if (action === 'edit' && !isAllowed) expected = 'already_decided'
  expect([label, body.error ?? status]).toEqual([label, expected])
  if (expected === 200) model.version += 1
  if (expected === 204) model.status = 'withdrawn'
  return label
}

async function tryComment(model: Model, candidate: TestUser, pick: Pick): Promise<string> {
  const actor = pick([candidate, model.owner, waiting])
  const label = `${actor.username} comments on ${model.status}`
  const { status, body } = await createComment(server, actor, model.id)
  const sees = model.status === 'approved' || actor === model.owner || (isExpert(actor) && model.status !== 'withdrawn')
  let expected: number | string = 201
  if (actor === admin) expected = 'forbidden'
  else if (!sees) expected = 'not_found'
  else if (model.status !== 'approved') expected = 'not_approved_yet'
  expect([label, body.error ?? status]).toEqual([label, expected])
  const role = isExpert(actor) || actor === waiting ? 'expert' : 'farmer'
  if (expected === 201)
    model.comments.push({ id: body.id, by: actor, role, status: isExpert(actor) ? 'approved' : 'pending' })
  return label
}

async function tryModerateComment(model: Model, actor: TestUser, pick: Pick): Promise<string> {
  const [first, ...rest] = model.comments
  if (!first) return 'nothing to judge'
  // Only a few comments are used, so that each goes through many states.
  const target = pick([first, ...rest.slice(0, 2)])
  const allowed: readonly ResponseAction[] = responseActions[target.status]
  // Actions that no run has performed yet are chosen more often.
  const untried = allowed.filter(each => !performedActions.has(`${target.role}'s comment: ${target.status}, ${each}`))
  const action = pick<ResponseAction>(['approve', 'flag', 'endorse', ...allowed, ...untried, ...untried])
  const label = `${actor.username} ${action}s a ${target.role}'s ${target.status} comment on ${model.status}`
  const { status, body } = await moderateComment(server, actor, model.id, { response_id: target.id, action: action })
  const isAllowed = includes(allowed, action)
  const isApplied = responseStatusAfter[action] === target.status || (action === 'approve' && isVisible(target))
  let expected: number | string = 200
  if (!isExpert(actor)) expected = getErrorCode(actor)
  else if (model.status === 'withdrawn') expected = 'not_found'
  else if (target.by === actor && action !== 'flag') expected = 'own_response'
  else if (!isAllowed && !isApplied) expected = 'already_decided'
  expect([label, body.error ?? status]).toEqual([label, expected])
  if (expected === 200 && isAllowed) {
    performedActions.add(`${target.role}'s comment: ${target.status}, ${action}`)
    target.status = responseStatusAfter[action]
  }
  return label
}

const isVisible = ({ status }: Comment) => status === 'approved' || status === 'endorsed'

/** Compares the board with the model as seen by its farmer, an expert and another farmer, in comments and in points. */
async function expectModelHolds(model: Model, { owner, other }: People, label: string): Promise<void> {
  const [expertOne] = experts
  const [{ body: own }, stranger, moderator, ...points] = await Promise.all([
    getPost(server, owner, model.id),
    getPost(server, other, model.id),
    getPost(server, expertOne, model.id),
    getPoints(server, owner),
    getPoints(server, other),
  ])
  expect([label, own.status, own.version]).toEqual([label, model.status, model.version])
  expect([label, stranger.status]).toEqual([label, model.status === 'approved' ? 200 : 404])
  expect([label, moderator.status]).toEqual([label, model.status === 'withdrawn' ? 404 : 200])
  const getIds = (comments: { id: string }[]) => comments.map(({ id }) => id).sort()
  for (const role of ['farmer', 'expert'] as const) {
    const expected = getIds(model.comments.filter(each => each.role === role && isVisible(each)))
    expect([label, getIds(own[`${role}_comments`]), own[`${role}_comment_count`]]).toEqual([
      label,
      expected,
      expected.length,
    ])
  }
  expect([label, ...points]).toEqual([label, getEarnedPoints(model, owner), getEarnedPoints(model, other)])
}

function getEarnedPoints(model: Model, person: TestUser): number {
  const forPost = person === model.owner && model.status === 'approved' ? pointsByEvent.post_approved : 0
  return model.comments
    .filter(({ by }) => by === person)
    .reduce((sum, each) => {
      const endorsed = each.status === 'endorsed' ? pointsByEvent.response_endorsed : 0
      return sum + (isVisible(each) ? pointsByEvent.response_approved : 0) + endorsed
    }, forPost)
}

it.each([1, 2, 3, 4, 5, 6])('random actions of random users follow the rules (seed %i)', seed =>
  performRandomActions(seed, 50),
)

it('the random actions included every possible action', () => {
  const table = (whose: string, moves: Record<string, readonly string[]>) =>
    Object.entries(moves).flatMap(([status, all]) => all.map(action => `${whose}: ${status}, ${action}`))
  // Only admins hide posts, and none of these users is one.
  const { hidden: _, ...moves } = postActions
  const all = [
    ...table('post', moves),
    ...table("farmer's comment", responseActions),
    ...table("expert's comment", responseActions),
  ]
  expect([...performedActions].sort()).toEqual(all.sort())
})

it('no expert has points, and every account has the sum of its ledger', async () => {
  for (const person of [...experts, waiting]) expect(await getPoints(server, person)).toBe(0)
  const accounts = await server.app.db
    .selectFrom('users')
    .leftJoin('point_entries', 'point_entries.user_id', 'users.id')
    .groupBy('users.id')
    .select(['users.id', 'users.points', ({ fn }) => fn.sum<string | null>('point_entries.points').as('ledger')])
    .execute()
  expect(accounts.length).toBeGreaterThan(10)
  for (const { points, ledger } of accounts) expect(points).toBe(Number(ledger ?? 0))
})
