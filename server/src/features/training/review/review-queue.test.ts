import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listReviewQueue, reviewTrainingImage, submitTrainingImage } from '../../../testing/features/training.ts'
import { drawLeaf, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createSeveral, signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let seed = 500
const createLeafPhoto = () => drawLeaf({ seed: ++seed }).jpeg().toBuffer()

beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
})
afterAll(() => server.close())

let [grace, okello, wanjiru, amina]: TestUser[] = []
const users = () => {
  if (!grace || !okello || !wanjiru || !amina) throw new Error('somebody is missing')
  return { grace, okello, wanjiru, amina }
}
beforeEach(async () => {
  ;[grace, okello, wanjiru] = await createSeveral(3, () => signUpExpert(server))
  amina = await signUpFarmer(server)
})

/** A photo that waits: two experts say different things of it. */
async function createDisputedImage() {
  const { grace, okello } = users()
  const bytes = await createLeafPhoto()
  const { body } = await submitTrainingImage(server, grace, bytes, { label: 'other_disease' })
  await submitTrainingImage(server, okello, bytes, { label: 'common_rust' })
  return body as { id: string }
}

/** Reported by a farmer: nobody has said anything of it but that the answer was wrong. */
async function reportImage(label?: string) {
  const { amina } = users()
  const { body: analysis } = await uploadPhoto(server, amina.token, await createLeafPhoto())
  server.clock.advance(1)
  const answer = await server.request('POST /analysis/rust-detection/{id}/report/', {
    token: amina.token,
    params: { id: analysis.id },
    body: label ? { label } : {},
  })
  return { analysis, answer, id: answer.body.id as string }
}

const getState = async (id: string) =>
  server.app.db
    .selectFrom('training_images')
    .select(['state', 'reason', 'label', 'is_control'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('“this is wrong”', () => {
  it('puts a farmer’s photo before experts, with what the farmer takes it for', async () => {
    const { answer, id } = await reportImage('other_disease')
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ label: 'other_disease', state: 'waiting' })
    expect((await listReviewQueue(server, users().grace)).map(each => each.id)).toContain(id)
  })

  it('is said once of an analysis, and only of an own one', async () => {
    const { analysis } = await reportImage()
    const reportAs = (token: string) =>
      server.request('POST /analysis/rust-detection/{id}/report/', { token, params: { id: analysis.id }, body: {} })
    expect((await reportAs(users().amina.token)).body.error).toBe('duplicate_image')
    expect((await reportAs((await signUpFarmer(server)).token)).status).toBe(404)
    expect((await reportAs(users().grace.token)).status).toBe(404)
  })

  it('by a farmer counts as no vote: one expert’s word decides what the model is not sure against', async () => {
    const { id, analysis } = await reportImage('common_rust')
    expect(
      (await reviewTrainingImage(server, users().grace, id, { action: 'correct', label: analysis.rust_class })).status,
    ).toBe(200)
    expect(await getState(id)).toMatchObject({ state: 'accepted', label: analysis.rust_class, is_control: false })
  })

  it('without a label cannot be confirmed, only named or refused', async () => {
    const { id } = await reportImage()
    const { status, body } = await reviewTrainingImage(server, users().grace, id, { action: 'confirm' })
    expect([status, body.error]).toEqual([400, 'label_required'])
    expect((await reviewTrainingImage(server, users().grace, id, { action: 'refuse' })).status).toBe(200)
    expect(await getState(id)).toMatchObject({ state: 'refused', reason: 'refused_by_expert' })
  })
})

describe('a photo on which two experts disagree', () => {
  it('waits, and a third expert decides', async () => {
    const { id } = await createDisputedImage()
    const before = await getState(id)
    expect(before).toMatchObject({ state: 'waiting', reason: 'contradicts_expert' })
    const shown = (await listReviewQueue(server, users().wanjiru)).find(each => each.id === id)
    expect(shown).toBeDefined()
    expect(
      (await reviewTrainingImage(server, users().wanjiru, id, { action: 'correct', label: 'common_rust' })).body,
    ).toEqual({
      id,
      action: 'correct',
      label: 'common_rust',
    })
    expect(await getState(id)).toMatchObject({ state: 'accepted', label: 'common_rust' })
  })

  it('is never reviewed by its uploader, nor twice by one expert', async () => {
    const { id } = await reportImage()
    await reviewTrainingImage(server, users().grace, id, { action: 'correct', label: 'other_disease' })
    expect(
      (await reviewTrainingImage(server, users().grace, id, { action: 'correct', label: 'healthy' })).body.error,
    ).toBe('already_decided')
    const own = await submitTrainingImage(server, users().grace, await createLeafPhoto(), { label: 'common_rust' })
    expect((await reviewTrainingImage(server, users().grace, own.body.id, { action: 'confirm' })).body.error).toBe(
      'own_image',
    )
    expect((await listReviewQueue(server, users().grace)).map(each => each.id)).not.toContain(own.body.id)
  })

  it('is decided once when ten experts press at the same moment', async () => {
    const { id } = await reportImage('healthy')
    const experts = await createSeveral(6, () => signUpExpert(server))
    const answers = await Promise.all(
      experts.map(each => reviewTrainingImage(server, each, id, { action: 'correct', label: 'healthy' })),
    )
    const accepted = answers.filter(({ status }) => status === 200).length
    expect(answers.every(({ status, body }) => status === 200 || body.error === 'already_decided')).toBe(true)
    const { count } = await server.app.db
      .selectFrom('training_votes')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('image_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(accepted)
    expect((await getState(id)).state).toBe('accepted')
  })
})

describe('hidden controls', () => {
  /** Photos that two experts agreed on. */
  async function createControls(count: number) {
    const ids = []
    for (let i = 0; i < count; i++) {
      const bytes = await createLeafPhoto()
      const { body } = await submitTrainingImage(server, users().grace, bytes, { label: 'healthy' })
      await submitTrainingImage(server, users().okello, bytes, { label: 'healthy' })
      expect(await getState(body.id)).toMatchObject({ state: 'accepted', is_control: true })
      ids.push(body.id as string)
    }
    return ids
  }

  it('stand among the waiting, look like them, and measure whoever judges them', async () => {
    const ids = new Set(await createControls(6))
    for (let i = 0; i < 12; i++) await reportImage('healthy')
    const queue = await listReviewQueue(server, users().wanjiru)
    const shown = queue.filter(({ id }) => ids.has(id))
    expect(shown.length).toBeGreaterThan(0)
    const waiting = queue.find(({ id }) => !ids.has(id))
    expect(Object.keys(shown[0] ?? {}).sort()).toEqual(Object.keys(waiting ?? {}).sort())
    for (const id of ids) {
      const { status, body } = await reviewTrainingImage(server, users().wanjiru, id, {
        action: 'correct',
        label: 'common_rust',
      })
      expect(status).toBe(200)
      expect(body).toEqual({ id, action: 'correct', label: 'common_rust' })
      expect(await getState(id)).toMatchObject({ state: 'accepted', label: 'healthy' })
    }
    const { body } = await server.request('GET /analysis/training-summary/', { token: users().wanjiru.token })
    expect(body.own.agreement).toBe(0)
    const distrusted = await submitTrainingImage(server, users().wanjiru, await createLeafPhoto(), { label: 'healthy' })
    expect(distrusted.body).toMatchObject({ state: 'waiting', reason: 'agreement_low' })
  })

  it('judged as the others did keep the trust', async () => {
    const ids = await createControls(5)
    for (const id of ids)
      await reviewTrainingImage(server, users().wanjiru, id, { action: 'correct', label: 'healthy' })
    const { body } = await server.request('GET /analysis/training-summary/', { token: users().wanjiru.token })
    expect(body.own.agreement).toBe(1)
    expect(
      (await submitTrainingImage(server, users().wanjiru, await createLeafPhoto(), { label: 'healthy' })).body.state,
    ).toBe('accepted')
  })
})

it('the tallies say what the photos themselves say', async () => {
  const rows = await server.app.db
    .selectFrom('training_images')
    .select(({ fn }) => ['uploader_id', 'state', fn.countAll<string>().as('count')])
    .groupBy(['uploader_id', 'state'])
    .execute()
  expect(rows.length).toBeGreaterThan(4)
  for (const { uploader_id, state, count } of rows) {
    const { tallied } = await server.app.db
      .selectFrom('training_tallies')
      .select(({ fn }) => fn.sum<string>('count').as('tallied'))
      .where('user_id', '=', uploader_id ?? '')
      .where('state', '=', state)
      .executeTakeFirstOrThrow()
    expect([uploader_id, state, tallied]).toEqual([uploader_id, state, count])
  }
})
