import {
  ownPostMoves,
  type PostMove,
  type PostStatus,
  pointsFor,
  postAfter,
  postMoves,
  type ResponseMove,
  type ResponseStatus,
  responseAfter,
  responseMoves,
} from '@kutu/contract/moderation'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { comment, judge, moderate, pendingPost, pointsOf, question, show } from '../testing/board.ts'
import { approvedExpert, expert, farmer, newAdmin, type Person } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let admin: Person
let experts: [Person, Person]
let waiting: Person
beforeAll(async () => {
  w = await world({ expertApproval: 'manual' })
  admin = await newAdmin(w)
  experts = [await approvedExpert(w, admin), await approvedExpert(w, admin)]
  waiting = await expert(w)
})
afterAll(() => w.close())

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

type Comment = { id: string; by: Person; role: 'farmer' | 'expert'; status: ResponseStatus }
/** What the rules say the board must be like: kept by hand beside the real one. */
type Model = { id: string; owner: Person; status: PostStatus; version: number; comments: Comment[] }
type People = { owner: Person; other: Person }

/** The moves that were made over all plays. */
const taken = new Set<string>()

const includes = (moves: readonly string[], move: string) => moves.includes(move)

/** Random acts of random people on one post, each answer checked against the model, and the whole board after each. */
async function play(seed: number, steps: number): Promise<void> {
  const random = randomFrom(seed)
  const pick = <T>(from: readonly [T, ...T[]]): T => from[Math.floor(random() * from.length)] ?? from[0]
  const people = { owner: await farmer(w), other: await farmer(w) }
  const post = await pendingPost(w, people.owner)
  const model: Model = { id: post.id, owner: people.owner, status: 'pending', version: 1, comments: [] }
  for (let step = 0; step < steps; step++) {
    const everybody = [people.owner, people.other, waiting, admin] as const
    const actor = pick([...experts, ...experts, ...experts, ...everybody])
    // What can come to something now comes more often.
    const act =
      model.status === 'approved'
        ? pick([onComment, onComment, onComment, onComment, onComment, write, onPost, editOrWithdraw])
        : pick([onPost, onPost, onPost, onPost, onComment, write, editOrWithdraw])
    const told = await act(model, actor, pick)
    await agree(model, people, `seed ${seed}, step ${step}: ${told}`)
  }
}

type Pick = <T>(from: readonly [T, ...T[]]) => T
const isExpert = (actor: Person) => experts.includes(actor)
const wordFor = (actor: Person) => (actor === waiting ? 'approval_pending' : 'forbidden')

async function onPost(model: Model, actor: Person, pick: Pick): Promise<string> {
  const move = pick<PostMove>(['flag', 'unflag', 'approve', ...postMoves[model.status]])
  const version = pick([undefined, model.version, model.version, 99])
  const { status, body } = await moderate(w, actor, model.id, move, version === undefined ? {} : { version })
  const told = `${actor.username} ${move}s ${model.status}`
  let wanted: number | string = 200
  if (!isExpert(actor)) wanted = wordFor(actor)
  else if (model.status === 'withdrawn') wanted = 'not_found'
  else if (!includes(postMoves[model.status], move)) wanted = 'already_decided'
  else if (version === 99) wanted = 'edited_since'
  expect([told, body.error ?? status]).toEqual([told, wanted])
  if (wanted === 200) {
    taken.add(`post: ${model.status}, ${move}`)
    model.status = postAfter[move]
  }
  return told
}

async function editOrWithdraw(model: Model, actor: Person, pick: Pick): Promise<string> {
  // Withdrawing ends the play, so it comes seldom.
  const move = pick(['edit', 'edit', 'edit', 'edit', 'edit', 'withdraw'] as const)
  const told = `${actor.username} ${move}s ${model.status}`
  const sent = { token: actor.token, params: { id: model.id } }
  const { status, body } =
    move === 'edit'
      ? await w.call('PUT /api/community/posts/{id}/', { ...sent, body: question() })
      : await w.call('DELETE /api/community/posts/{id}/', sent)
  const may = includes(ownPostMoves[model.status], move)
  const isFarmer = !isExpert(actor) && actor !== waiting && actor !== admin
  let wanted: number | string = move === 'edit' ? 200 : 204
  if (!isFarmer) wanted = 'forbidden'
  else if (actor !== model.owner) wanted = 'not_found'
  else if (move === 'edit' && !may) wanted = 'already_decided'
  expect([told, body.error ?? status]).toEqual([told, wanted])
  if (wanted === 200) model.version += 1
  if (wanted === 204) model.status = 'withdrawn'
  return told
}

async function write(model: Model, someone: Person, pick: Pick): Promise<string> {
  const actor = pick([someone, model.owner, waiting])
  const told = `${actor.username} comments on ${model.status}`
  const { status, body } = await comment(w, actor, model.id)
  const sees = model.status === 'approved' || actor === model.owner || (isExpert(actor) && model.status !== 'withdrawn')
  let wanted: number | string = 201
  if (actor === admin) wanted = 'forbidden'
  else if (!sees) wanted = 'not_found'
  else if (model.status !== 'approved') wanted = 'not_approved_yet'
  expect([told, body.error ?? status]).toEqual([told, wanted])
  const role = isExpert(actor) || actor === waiting ? 'expert' : 'farmer'
  if (wanted === 201)
    model.comments.push({ id: body.id, by: actor, role, status: isExpert(actor) ? 'approved' : 'pending' })
  return told
}

async function onComment(model: Model, actor: Person, pick: Pick): Promise<string> {
  const [first, ...rest] = model.comments
  if (!first) return 'nothing to judge'
  // A few, so that much becomes of each.
  const judged = pick([first, ...rest.slice(0, 2)])
  const allowed: readonly ResponseMove[] = responseMoves[judged.role][judged.status]
  // What nobody did yet comes more often.
  const untried = allowed.filter(each => !taken.has(`${judged.role}'s comment: ${judged.status}, ${each}`))
  const move = pick<ResponseMove>(['approve', 'flag', 'endorse', ...allowed, ...untried, ...untried])
  const told = `${actor.username} ${move}s a ${judged.role}'s ${judged.status} comment on ${model.status}`
  const { status, body } = await judge(w, actor, model.id, { response_id: judged.id, action: move })
  let wanted: number | string = 200
  if (!isExpert(actor)) wanted = wordFor(actor)
  else if (model.status === 'withdrawn') wanted = 'not_found'
  else if (judged.by === actor && move !== 'flag') wanted = 'own_response'
  else if (!includes(responseMoves[judged.role][judged.status], move)) wanted = 'already_decided'
  expect([told, body.error ?? status]).toEqual([told, wanted])
  if (wanted === 200) {
    taken.add(`${judged.role}'s comment: ${judged.status}, ${move}`)
    judged.status = responseAfter[move]
  }
  return told
}

const shows = ({ status }: Comment) => status === 'approved' || status === 'endorsed'

/** The board is what the model says: for its farmer, an expert and a stranger, in comments and in points. */
async function agree(model: Model, { owner, other }: People, told: string): Promise<void> {
  const [expertOne] = experts
  const [{ body: own }, stranger, moderator, ...points] = await Promise.all([
    show(w, owner, model.id),
    show(w, other, model.id),
    show(w, expertOne, model.id),
    pointsOf(w, owner),
    pointsOf(w, other),
  ])
  expect([told, own.status, own.version]).toEqual([told, model.status, model.version])
  expect([told, stranger.status]).toEqual([told, model.status === 'approved' ? 200 : 404])
  expect([told, moderator.status]).toEqual([told, model.status === 'withdrawn' ? 404 : 200])
  const idsOf = (comments: { id: string }[]) => comments.map(({ id }) => id).sort()
  for (const role of ['farmer', 'expert'] as const) {
    const wanted = idsOf(model.comments.filter(each => each.role === role && shows(each)))
    expect([told, idsOf(own[`${role}_comments`]), own[`${role}_comment_count`]]).toEqual([told, wanted, wanted.length])
  }
  expect([told, ...points]).toEqual([told, earned(model, owner), earned(model, other)])
}

function earned(model: Model, person: Person): number {
  const forPost = person === model.owner && model.status === 'approved' ? pointsFor.post_approved : 0
  return model.comments
    .filter(({ by }) => by === person)
    .reduce((sum, each) => {
      const endorsed = each.status === 'endorsed' ? pointsFor.response_endorsed : 0
      return sum + (shows(each) ? pointsFor.response_approved : 0) + endorsed
    }, forPost)
}

it.each([1, 2, 3, 4, 5, 6])('random acts of random people follow the rules (seed %i)', seed => play(seed, 50))

it('and among them was every move there is', () => {
  const table = (whose: string, moves: Record<string, readonly string[]>) =>
    Object.entries(moves).flatMap(([status, all]) => all.map(move => `${whose}: ${status}, ${move}`))
  const all = [
    ...table('post', postMoves),
    ...table("farmer's comment", responseMoves.farmer),
    ...table("expert's comment", responseMoves.expert),
  ]
  expect([...taken].sort()).toEqual(all.sort())
})

it('no expert has points, and every account has what its ledger adds up to', async () => {
  for (const person of [...experts, waiting]) expect(await pointsOf(w, person)).toBe(0)
  const accounts = await w.app.db
    .selectFrom('users')
    .leftJoin('point_entries', 'point_entries.user_id', 'users.id')
    .groupBy('users.id')
    .select(['users.id', 'users.points', ({ fn }) => fn.sum<string | null>('point_entries.points').as('ledger')])
    .execute()
  expect(accounts.length).toBeGreaterThan(10)
  for (const { points, ledger } of accounts) expect(points).toBe(Number(ledger ?? 0))
})
