// @slow
import { selectHoldout } from '@kutu/vision/refit/holdout'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchNotifications } from '../../../testing/features/community.ts'
import {
  getTrainingSession,
  reviewTrainingImage,
  startTrainingSession,
  submitTrainingImage,
} from '../../../testing/features/training.ts'
import { drawLeaf, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let [grace, okello]: TestUser[] = []
let seed = 900
const createLeafPhoto = (yellowed = true) => drawLeaf({ seed: ++seed, yellowed }).jpeg().toBuffer()
const experts = () => {
  if (!grace || !okello) throw new Error('the experts were not created')
  return { grace, okello }
}

beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto', labelReviewers: 1, modelPromotion: 'automatic' })
  grace = await signUpExpert(server)
  okello = await signUpExpert(server)
})
afterAll(() => server.close())

/** Submits photos with a label; where the model contradicts it, a second expert confirms. */
async function addAcceptedImages(count: number, labelAt: (ordinal: number) => string) {
  for (let i = 0; i < count; i++) {
    const { body } = await submitTrainingImage(server, experts().grace, await createLeafPhoto(), { label: labelAt(i) })
    if (body.state === 'waiting')
      await reviewTrainingImage(server, experts().okello, body.id, { action: 'correct', label: labelAt(i) })
  }
}

const listSessions = async () =>
  (await server.request('GET /analysis/training-sessions/', { token: experts().grace.token })).body

describe('a training session', () => {
  it('needs accepted photos and an approved expert', async () => {
    expect((await startTrainingSession(server, experts().grace)).body.error).toBe('nothing_to_learn')
    expect((await startTrainingSession(server, await signUpFarmer(server))).status).toBe(403)
  })

  it('on photos that the model already predicts well changes nothing and reports so', async () => {
    const { version } = server.app.vision.card
    const known = await submitTrainingImage(server, experts().grace, await createLeafPhoto(false), { label: 'healthy' })
    expect(known.body.state).toBe('accepted')
    const { body: queued } = await startTrainingSession(server, experts().grace)
    await server.runJobs()
    const body = await getTrainingSession(server, experts().grace, queued.id)
    expect(body).toMatchObject({ state: 'kept', reasons: [{ word: 'nothing_changed' }], version: null })
    const path = 'DELETE /analysis/upload-training-images/{id}/'
    await server.request(path, { token: experts().grace.token, params: { id: known.body.id } })
    expect(body.message).toBe(`Version ${version} was not replaced. The accepted photos taught the model nothing new.`)
    expect(server.app.vision.active.version).toBe(version)
  })

  it('that gains more than chance is promoted: it becomes active and notifies the contributors', async () => {
    // Series of seven and eight, of which one is held back. The model takes these leaves for healthy.
    await addAcceptedImages(23, () => 'common_rust')
    const { status, body: queued } = await startTrainingSession(server, experts().okello)
    expect(status).toBe(201)
    expect(queued).toMatchObject({ state: 'queued', progress: 0, started_by: { id: experts().okello.id } })
    expect((await startTrainingSession(server, experts().grace)).body.error).toBe('session_running')
    await server.runJobs()
    const body = await getTrainingSession(server, experts().grace, queued.id)
    const version = `${server.app.vision.card.version}.r1`
    expect(body).toMatchObject({ state: 'promoted', phase: 'done', progress: 100, version, reasons: [] })
    expect(body.message).toContain(version)
    const { images, held_back: heldBack, gain } = body.figures
    expect(images.common_rust + heldBack.after.photos).toBe(23)
    expect(gain.better).toBeGreaterThan(5)
    expect(gain.p).toBeLessThan(0.05)
    expect(body.activation).toBe('active')
    expect(body.figures.validation.after.photos).toBeGreaterThan(100)
    expect(server.app.vision.active.version).toBe(version)
    const notification = (await fetchNotifications(server, experts().grace)).results.find(
      ({ type }) => type === 'training_completed',
    )
    expect(notification?.message).toContain(version)
    expect(notification?.message).toContain('23 photos')
    expect(notification?.subject).toEqual({ type: 'training_session', id: queued.id })
    const answer = await uploadPhoto(server, experts().grace.token, await createLeafPhoto())
    expect(answer.body.model_version).toBe(version)
  })

  it('needs new photos since the last session', async () => {
    expect((await startTrainingSession(server, experts().grace)).body.error).toBe('nothing_to_learn')
  })

  it('started thirty times concurrently runs once', async () => {
    await addAcceptedImages(1, () => 'common_rust')
    const answers = await Promise.all(Array.from({ length: 30 }, () => startTrainingSession(server, experts().grace)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error === 'session_running')).toHaveLength(29)
    await server.runJobs()
  })

  it('starts automatically after twenty newly accepted photos', async () => {
    const { count } = await listSessions()
    await addAcceptedImages(19, () => 'common_rust')
    await server.runJobs()
    expect((await listSessions()).count).toBe(count)
    await addAcceptedImages(1, () => 'common_rust')
    await server.runJobs()
    const { count: after, results } = await listSessions()
    expect(after).toBe(count + 1)
    expect(results[0]).toMatchObject({ started_by: null, phase: 'done' })
  })
})

describe('the dashboard', () => {
  it('counts an expert’s accepted photos and the sessions that used them', async () => {
    const { body } = await server.request('GET /api/dashboard/stats/', { token: experts().grace.token })
    const { results } = await listSessions()
    expect(body.imagesTrainingRust).toBeGreaterThanOrEqual(44)
    expect(body.trainingSessions).toBe(results.filter(({ phase }: { phase: string }) => phase === 'done').length)
  })
})

describe('a training session with wrong labels', () => {
  let other: TestServer
  let mallory: TestUser
  let accomplice: TestUser
  beforeAll(async () => {
    other = await startTestServer({ expertApproval: 'auto', labelReviewers: 1, modelPromotion: 'automatic' })
    mallory = await signUpExpert(other)
    accomplice = await signUpExpert(other)
  })
  afterAll(() => other.close())

  it('that gets held-back photos wrong is not promoted, with the reason and figures', async () => {
    const before = other.app.vision.active.version
    const candidates = Array.from({ length: 24 }, (_, ordinal) => ({
      hash: String(ordinal),
      uploader: mallory.id,
      ordinal,
    }))
    const heldBackHashes = selectHoldout(candidates)
    for (const { hash } of candidates) {
      // The training photos are labeled rust, the held-back ones healthy.
      const label = heldBackHashes.has(hash) ? 'healthy' : 'common_rust'
      const { body } = await submitTrainingImage(other, mallory, await createLeafPhoto(), { label })
      if (body.state === 'waiting') await reviewTrainingImage(other, accomplice, body.id, { action: 'correct', label })
    }
    await startTrainingSession(other, mallory)
    await other.runJobs()
    const { body } = await other.request('GET /analysis/training-sessions/', { token: mallory.token })
    const [session] = body.results
    expect(session).toMatchObject({ state: 'kept', version: null, activation: null })
    expect(session.reasons[0].word).toMatch(/held_back_worse|class_recall_lost|confident_answers_worse/)
    expect(session.message).toContain(before)
    expect(session.figures.images.common_rust).toBeGreaterThan(0)
    expect(other.app.vision.active.version).toBe(before)
  })
})
