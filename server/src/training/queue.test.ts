import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { drawnLeaf, upload } from '../testing/drawings.ts'
import { expert, farmer, type Person, several } from '../testing/people.ts'
import { queueOf, review, teach } from '../testing/training.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let seed = 500
const aLeaf = () => drawnLeaf({ seed: ++seed }).jpeg().toBuffer()

beforeAll(async () => {
  w = await world({ expertApproval: 'auto' })
})
afterAll(() => w.close())

let [grace, okello, wanjiru, amina]: Person[] = []
const all = () => {
  if (!grace || !okello || !wanjiru || !amina) throw new Error('somebody is missing')
  return { grace, okello, wanjiru, amina }
}
beforeEach(async () => {
  ;[grace, okello, wanjiru] = await several(3, () => expert(w))
  amina = await farmer(w)
})

/** A photo that waits: two experts say different things of it. */
async function disputed() {
  const { grace, okello } = all()
  const bytes = await aLeaf()
  const { body } = await teach(w, grace, bytes, { label: 'other_disease' })
  await teach(w, okello, bytes, { label: 'common_rust' })
  return body as { id: string }
}

/** Reported by a farmer: nobody has said anything of it but that the answer was wrong. */
async function reported(label?: string) {
  const { amina } = all()
  const { body: analysis } = await upload(w, amina.token, await aLeaf())
  w.clock.advance(1)
  const answer = await w.call('POST /analysis/rust-detection/{id}/report/', {
    token: amina.token,
    params: { id: analysis.id },
    body: label ? { label } : {},
  })
  return { analysis, answer, id: answer.body.id as string }
}

const stateOf = async (id: string) =>
  w.app.db
    .selectFrom('training_images')
    .select(['state', 'reason', 'label', 'is_control'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('“this is wrong”', () => {
  it('puts a farmer’s photo before experts, with what the farmer takes it for', async () => {
    const { answer, id } = await reported('other_disease')
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ label: 'other_disease', state: 'waiting' })
    expect((await queueOf(w, all().grace)).map(each => each.id)).toContain(id)
  })

  it('is said once of an analysis, and only of an own one', async () => {
    const { analysis } = await reported()
    const again = (token: string) =>
      w.call('POST /analysis/rust-detection/{id}/report/', { token, params: { id: analysis.id }, body: {} })
    expect((await again(all().amina.token)).body.error).toBe('duplicate_image')
    expect((await again((await farmer(w)).token)).status).toBe(404)
    expect((await again(all().grace.token)).status).toBe(404)
  })

  it('by a farmer counts as no vote: one expert’s word decides what the model is not sure against', async () => {
    const { id, analysis } = await reported('common_rust')
    expect((await review(w, all().grace, id, { action: 'correct', label: analysis.rust_class })).status).toBe(200)
    expect(await stateOf(id)).toMatchObject({ state: 'accepted', label: analysis.rust_class, is_control: false })
  })

  it('without a label cannot be confirmed, only named or refused', async () => {
    const { id } = await reported()
    const { status, body } = await review(w, all().grace, id, { action: 'confirm' })
    expect([status, body.error]).toEqual([400, 'label_required'])
    expect((await review(w, all().grace, id, { action: 'refuse' })).status).toBe(200)
    expect(await stateOf(id)).toMatchObject({ state: 'refused', reason: 'refused_by_expert' })
  })
})

describe('a photo on which two experts disagree', () => {
  it('waits, and a third expert decides', async () => {
    const { id } = await disputed()
    const before = await stateOf(id)
    expect(before).toMatchObject({ state: 'waiting', reason: 'contradicts_expert' })
    const shown = (await queueOf(w, all().wanjiru)).find(each => each.id === id)
    expect(shown).toBeDefined()
    expect((await review(w, all().wanjiru, id, { action: 'correct', label: 'common_rust' })).body).toEqual({
      id,
      action: 'correct',
      label: 'common_rust',
    })
    expect(await stateOf(id)).toMatchObject({ state: 'accepted', label: 'common_rust' })
  })

  it('is never reviewed by its uploader, nor twice by one expert', async () => {
    const { id } = await reported()
    await review(w, all().grace, id, { action: 'correct', label: 'other_disease' })
    expect((await review(w, all().grace, id, { action: 'correct', label: 'healthy' })).body.error).toBe(
      'already_decided',
    )
    const own = await teach(w, all().grace, await aLeaf(), { label: 'common_rust' })
    expect((await review(w, all().grace, own.body.id, { action: 'confirm' })).body.error).toBe('own_image')
    expect((await queueOf(w, all().grace)).map(each => each.id)).not.toContain(own.body.id)
  })

  it('is decided once when ten experts press at the same moment', async () => {
    const { id } = await reported('healthy')
    const experts = await several(6, () => expert(w))
    const answers = await Promise.all(experts.map(each => review(w, each, id, { action: 'correct', label: 'healthy' })))
    const taken = answers.filter(({ status }) => status === 200).length
    expect(answers.every(({ status, body }) => status === 200 || body.error === 'already_decided')).toBe(true)
    const { count } = await w.app.db
      .selectFrom('training_votes')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('image_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(taken)
    expect((await stateOf(id)).state).toBe('accepted')
  })
})

describe('hidden controls', () => {
  /** Photos that two experts agreed on. */
  async function controls(many: number) {
    const ids = []
    for (let i = 0; i < many; i++) {
      const bytes = await aLeaf()
      const { body } = await teach(w, all().grace, bytes, { label: 'healthy' })
      await teach(w, all().okello, bytes, { label: 'healthy' })
      expect(await stateOf(body.id)).toMatchObject({ state: 'accepted', is_control: true })
      ids.push(body.id as string)
    }
    return ids
  }

  it('stand among the waiting, look like them, and measure whoever judges them', async () => {
    const ids = new Set(await controls(6))
    for (let i = 0; i < 12; i++) await reported('healthy')
    const queue = await queueOf(w, all().wanjiru)
    const shown = queue.filter(({ id }) => ids.has(id))
    expect(shown.length).toBeGreaterThan(0)
    const waiting = queue.find(({ id }) => !ids.has(id))
    expect(Object.keys(shown[0] ?? {}).sort()).toEqual(Object.keys(waiting ?? {}).sort())
    for (const id of ids) {
      const { status, body } = await review(w, all().wanjiru, id, { action: 'correct', label: 'common_rust' })
      expect(status).toBe(200)
      expect(body).toEqual({ id, action: 'correct', label: 'common_rust' })
      expect(await stateOf(id)).toMatchObject({ state: 'accepted', label: 'healthy' })
    }
    const { body } = await w.call('GET /analysis/training-summary/', { token: all().wanjiru.token })
    expect(body.own.agreement).toBe(0)
    const distrusted = await teach(w, all().wanjiru, await aLeaf(), { label: 'healthy' })
    expect(distrusted.body).toMatchObject({ state: 'waiting', reason: 'agreement_low' })
  })

  it('judged as the others did keep the trust', async () => {
    const ids = await controls(5)
    for (const id of ids) await review(w, all().wanjiru, id, { action: 'correct', label: 'healthy' })
    const { body } = await w.call('GET /analysis/training-summary/', { token: all().wanjiru.token })
    expect(body.own.agreement).toBe(1)
    expect((await teach(w, all().wanjiru, await aLeaf(), { label: 'healthy' })).body.state).toBe('accepted')
  })
})

it('the tallies say what the photos themselves say', async () => {
  const rows = await w.app.db
    .selectFrom('training_images')
    .select(({ fn }) => ['uploader_id', 'state', fn.countAll<string>().as('count')])
    .groupBy(['uploader_id', 'state'])
    .execute()
  expect(rows.length).toBeGreaterThan(4)
  for (const { uploader_id, state, count } of rows) {
    const { tallied } = await w.app.db
      .selectFrom('training_tallies')
      .select(({ fn }) => fn.sum<string>('count').as('tallied'))
      .where('user_id', '=', uploader_id ?? '')
      .where('state', '=', state)
      .executeTakeFirstOrThrow()
    expect([uploader_id, state, tallied]).toEqual([uploader_id, state, count])
  }
})
