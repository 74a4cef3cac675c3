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
  if (!grace || !okello || !wanjiru || !amina) throw new Error('the users were not created')
  return { grace, okello, wanjiru, amina }
}
beforeEach(async () => {
  ;[grace, okello, wanjiru] = await createSeveral(3, () => signUpExpert(server))
  amina = await signUpFarmer(server)
})

/** Creates a photo with two different labels by two experts. */
async function createDisputedImage() {
  const { grace, okello } = users()
  const bytes = await createLeafPhoto()
  const { body } = await submitTrainingImage(server, grace, bytes, { label: 'other_disease' })
  await submitTrainingImage(server, okello, bytes, { label: 'common_rust' })
  return body as { id: string }
}

/** Creates a photo that a farmer reported, without any vote. */
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

describe('the report “this is wrong”', () => {
  it('adds a farmer’s photo to the review queue, with the farmer’s label', async () => {
    const { answer, id } = await reportImage('other_disease')
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ label: 'other_disease', state: 'waiting' })
    expect((await listReviewQueue(server, users().grace)).map(each => each.id)).toContain(id)
  })

  it('works once per analysis, and only on own ones', async () => {
    const { analysis } = await reportImage()
    const reportAs = (token: string) =>
      server.request('POST /analysis/rust-detection/{id}/report/', { token, params: { id: analysis.id }, body: {} })
    expect((await reportAs(users().amina.token)).body.error).toBe('duplicate_image')
    expect((await reportAs((await signUpFarmer(server)).token)).status).toBe(404)
    expect((await reportAs(users().grace.token)).status).toBe(404)
  })

  it('by a farmer is no vote: two experts decide', async () => {
    const { id, analysis } = await reportImage('common_rust')
    const { grace, okello } = users()
    const label = analysis.rust_class
    expect((await reviewTrainingImage(server, grace, id, { action: 'correct', label })).status).toBe(200)
    expect(await getState(id)).toMatchObject({ state: 'waiting', label: 'common_rust' })
    await reviewTrainingImage(server, okello, id, { action: 'correct', label })
    expect(await getState(id)).toMatchObject({ state: 'accepted', label })
  })

  it('is rejected by two experts, not by one', async () => {
    const { id } = await reportImage()
    await reviewTrainingImage(server, users().grace, id, { action: 'refuse' })
    expect(await getState(id)).toMatchObject({ state: 'waiting' })
    expect((await reviewTrainingImage(server, users().okello, id, { action: 'refuse' })).status).toBe(200)
    expect(await getState(id)).toMatchObject({ state: 'refused', reason: 'refused_by_expert' })
  })
})

describe('the review queue', () => {
  it('shows a photo and its crop, and nothing that somebody said about it', async () => {
    const { grace, okello } = users()
    const { body } = await submitTrainingImage(server, grace, await createLeafPhoto(), {
      label: 'common_rust',
      fields: { crop_type: 'BEANS' },
    })
    expect(body).toMatchObject({ state: 'waiting', label: 'common_rust' })
    const shown = (await listReviewQueue(server, okello)).find(({ id }) => id === body.id)
    expect(shown).toEqual({ id: body.id, image: expect.any(String), crop_type: 'BEANS' })
  })

  it('counts the sender’s label as one expert’s opinion: a second one who agrees decides', async () => {
    const { grace, okello } = users()
    const { body } = await submitTrainingImage(server, grace, await createLeafPhoto(), { label: 'common_rust' })
    await reviewTrainingImage(server, okello, body.id, { action: 'correct', label: 'common_rust' })
    expect(await getState(body.id)).toMatchObject({ state: 'accepted', label: 'common_rust' })
  })

  it('keeps the second label from the sender until the photo is decided', async () => {
    const { grace, okello, wanjiru } = users()
    const { body } = await submitTrainingImage(server, grace, await createLeafPhoto(), { label: 'common_rust' })
    await reviewTrainingImage(server, okello, body.id, { action: 'correct', label: 'healthy' })
    expect(await getState(body.id)).toMatchObject({ state: 'waiting', label: 'common_rust' })
    await reviewTrainingImage(server, wanjiru, body.id, { action: 'correct', label: 'healthy' })
    expect(await getState(body.id)).toMatchObject({ state: 'accepted', label: 'healthy' })
  })

  it('no longer takes a confirmation, because it shows no label', async () => {
    const { id } = await reportImage('healthy')
    expect((await reviewTrainingImage(server, users().grace, id, { action: 'confirm' })).status).toBe(400)
  })
})

describe('a photo with two different labels', () => {
  it('waits until a third expert decides', async () => {
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
    expect((await reviewTrainingImage(server, users().grace, own.body.id, { action: 'refuse' })).body.error).toBe(
      'own_image',
    )
    expect((await listReviewQueue(server, users().grace)).map(each => each.id)).not.toContain(own.body.id)
  })

  it('is decided once when several experts review it concurrently', async () => {
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

describe('hidden control photos', () => {
  /** Creates photos on which two experts agreed. */
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

  it('are mixed into the queue, look like waiting photos, and measure the reviewer’s agreement', async () => {
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

  it('are counted wherever waiting photos are counted, on one page and on several', async () => {
    const { token } = users().wanjiru
    const count = async () => ({
      queue: (await server.request('GET /analysis/training-queue/?page_size=20', { token })).body.count,
      today: (await server.request('GET /api/dashboard/waiting/', { token })).body.photos,
    })
    await createControls(4)
    // Photos of other tests wait as well.
    for (const { id } of await listReviewQueue(server, users().wanjiru))
      await reviewTrainingImage(server, users().wanjiru, id, { action: 'refuse' })
    for (let i = 0; i < 3; i++) await reportImage('healthy')
    const one = await count()
    expect(one.today).toBe(one.queue)
    expect(one.queue).toBe((await listReviewQueue(server, users().wanjiru)).length)
    for (let i = 0; i < 18; i++) await reportImage('healthy')
    const several = await count()
    expect(several.today).toBe(several.queue)
    expect(several.queue).toBeLessThan(40)
  })

  it('labeled as the others did keep the reviewer trusted', async () => {
    const ids = await createControls(5)
    for (const id of ids)
      await reviewTrainingImage(server, users().wanjiru, id, { action: 'correct', label: 'healthy' })
    const { body } = await server.request('GET /analysis/training-summary/', { token: users().wanjiru.token })
    expect(body.own.agreement).toBe(1)
    const { body: submitted } = await submitTrainingImage(server, users().wanjiru, await createLeafPhoto())
    await reviewTrainingImage(server, users().grace, submitted.id, { action: 'correct', label: 'healthy' })
    expect(await getState(submitted.id)).toMatchObject({ state: 'accepted' })
  })
})
