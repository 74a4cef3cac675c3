import { rustClass } from '@kutu/contract/common'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ask, moderate } from '../testing/board.ts'
import { drawnLeaf, upload } from '../testing/drawings.ts'
import { approvedExpert, expert, farmer, newAdmin, type Person } from '../testing/people.ts'
import { queueOf, review } from '../testing/training.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let admin: Person
let experts: [Person, Person]
let waiting: Person
let amina: Person
let seed = 900
beforeAll(async () => {
  w = await world({ expertApproval: 'manual' })
  admin = await newAdmin(w)
  experts = [await approvedExpert(w, admin), await approvedExpert(w, admin)]
  waiting = await expert(w)
})
beforeEach(async () => {
  amina = await farmer(w)
})
afterAll(() => w.close())

type Analysed = { id: string; rust_class: string; verdict: string }
async function analysed(): Promise<Analysed> {
  w.clock.advance(1)
  return (await upload(w, amina.token, await drawnLeaf({ seed: ++seed }).jpeg().toBuffer())).body
}

/** An analysis that a post asks about and shows. */
async function onTheBoard() {
  const analysis = await analysed()
  const { body } = await ask(w, amina, { image: analysis.id, rust_detection: analysis.id })
  return { analysis, post: body as { id: string } }
}

const report = ({ token }: Person, id: string, label?: string) => {
  w.clock.advance(1)
  const body = label === undefined ? {} : { label }
  return w.call('POST /analysis/rust-detection/{id}/report/', { token, params: { id }, body })
}
const otherThan = ({ rust_class }: Analysed) => rustClass.options.find(each => each !== rust_class) ?? 'healthy'
const stateOf = (id: string) =>
  w.app.db
    .selectFrom('training_images')
    .select(['state', 'reason', 'label', 'duplicate_of'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const votesOn = async (id: string) =>
  (await w.app.db.selectFrom('training_votes').selectAll().where('image_id', '=', id).orderBy('at').execute()).map(
    ({ expert_id, kind, label }) => [expert_id, kind, label],
  )

describe('an expert who reads a post with an analysis', () => {
  it('says what its photo shows: a vote, which another expert’s confirms against the model', async () => {
    const { analysis, post } = await onTheBoard()
    const label = otherThan(analysis)
    const [first, second] = experts
    const { status, body } = await report(first, analysis.id, label)
    expect([status, body.label]).toEqual([201, label])
    expect(await votesOn(body.id)).toEqual([[first.id, 'upload', label]])
    await moderate(w, first, post.id, 'approve')
    expect((await report(second, analysis.id, label)).status).toBe(201)
    expect(await stateOf(body.id)).toMatchObject({ state: 'accepted', label, reason: null })
    expect(await votesOn(body.id)).toEqual([
      [first.id, 'upload', label],
      [second.id, 'upload', label],
    ])
  })

  it('settles what its farmer had reported: the farmer’s word counts as none, the expert’s as one', async () => {
    const { analysis } = await onTheBoard()
    const { body: reported } = await report(amina, analysis.id, otherThan(analysis))
    expect(await stateOf(reported.id)).toMatchObject({ state: 'waiting', reason: 'reported' })
    const { body } = await report(experts[0], analysis.id, analysis.rust_class)
    expect(await stateOf(body.id)).toMatchObject({ state: 'duplicate', duplicate_of: reported.id })
    expect(await stateOf(reported.id)).toMatchObject({ state: 'accepted', label: analysis.rust_class })
  })

  it('is not asked about the same photo in the queue, and says it once', async () => {
    const { analysis } = await onTheBoard()
    const { body: reported } = await report(amina, analysis.id)
    await report(experts[0], analysis.id, otherThan(analysis))
    const idsFor = async (person: Person) => (await queueOf(w, person)).map(({ id }) => id)
    expect(await idsFor(experts[0])).not.toContain(reported.id)
    expect((await report(experts[0], analysis.id, otherThan(analysis))).body.error).toBe('duplicate_image')
    expect((await review(w, experts[0], reported.id, { action: 'refuse' })).status).toBe(409)
  })

  it('has to say what it is', async () => {
    const { analysis } = await onTheBoard()
    const { status, body } = await report(experts[0], analysis.id)
    expect([status, body.error]).toEqual([400, 'label_required'])
  })
})

describe('nobody else’s analysis', () => {
  it('is called wrong by a farmer, an expert who waits or an admin, though a post shows it', async () => {
    const { analysis, post } = await onTheBoard()
    await moderate(w, experts[0], post.id, 'approve')
    expect((await report(await farmer(w), analysis.id, 'healthy')).body.error).toBe('not_found')
    expect((await report(waiting, analysis.id, 'healthy')).body.error).toBe('not_found')
    expect((await report(admin, analysis.id, 'healthy')).body.error).toBe('forbidden')
  })

  it('is called wrong by an expert while no post shows it with its photo', async () => {
    const unasked = await analysed()
    expect((await report(experts[0], unasked.id, 'healthy')).body.error).toBe('not_found')
    const [asked, shown] = [await analysed(), await analysed()]
    await ask(w, amina, { image: shown.id, rust_detection: asked.id })
    expect((await report(experts[0], asked.id, 'healthy')).body.error).toBe('not_found')
    expect((await report(experts[0], shown.id, 'healthy')).body.error).toBe('not_found')
    const { analysis, post } = await onTheBoard()
    await w.call('DELETE /api/community/posts/{id}/', { token: amina.token, params: { id: post.id } })
    expect((await report(experts[0], analysis.id, 'healthy')).body.error).toBe('not_found')
  })
})
