// @slow
import { seriesLength } from '@kutu/vision/refit/holdout'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchNotifications } from '../../../testing/features/community.ts'
import {
  activateModel,
  reviewTrainingImage,
  runTrainingSession,
  submitTrainingImage,
} from '../../../testing/features/training.ts'
import { drawLeaf } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, signUpExpert, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let admin: TestUser
let mallory: TestUser
/** The second approved account of the same person. */
let malloryAgain: TestUser
let honest: TestUser
let seed = 7000
beforeAll(async () => {
  server = await startTestServer()
  admin = await createTestAdmin(server)
  mallory = await signUpApproved('NARO Kawanda')
  malloryAgain = await signUpApproved(' naro  KAWANDA')
  honest = await signUpApproved('Ahero Station')
})
afterAll(() => server.close())

async function signUpApproved(institution: string): Promise<TestUser> {
  const expert = await signUpExpert(server, undefined, { institution })
  expect((await decide(expert, { action: 'approve' })).status).toBe(200)
  return expert
}

const decide = ({ id }: TestUser, body: object) =>
  server.request('PUT /api/admin/experts/{id}/', { token: admin.token, params: { id }, body })

const profile = {
  areas_of_expertise: 'Rice blast',
  certifications: '',
  bio: '',
  experience_years: 3,
  languages_spoken: '',
  social_links: '',
}

/** Sends healthy leaves as rust from one account and labels them from the other. */
async function labelOwnPhotos(count: number, sender: TestUser, reviewer: TestUser) {
  for (let i = 0; i < count; i++) {
    const leaf = await drawLeaf({ seed: ++seed, yellowed: true }).jpeg().toBuffer()
    const { body } = await submitTrainingImage(server, sender, leaf, { label: 'common_rust' })
    await reviewTrainingImage(server, reviewer, body.id, { action: 'correct', label: 'common_rust' })
  }
}

describe('one person with two approved accounts', () => {
  it('sends from one, labels from the other, and makes no version: both write the same place', async () => {
    // Full series in the end, so that eight photos or more are held back, whichever series are drawn.
    await labelOwnPhotos(2 * seriesLength - 2, mallory, malloryAgain)
    await labelOwnPhotos(2 * seriesLength, malloryAgain, mallory)
    expect(await runTrainingSession(server, mallory)).toMatchObject({
      state: 'kept',
      version: null,
      reasons: [{ word: 'too_few_sources', experts: 2, places: 1 }],
    })
  })

  it('writes another place, which counts once an administrator approves it', async () => {
    const change = { ...profile, institution: 'KALRO Njoro' }
    const changed = await server.request('PUT /api/account/expert-profile/', {
      token: malloryAgain.token,
      body: change,
    })
    expect(changed.status).toBe(200)
    await labelOwnPhotos(1, mallory, malloryAgain)
    expect((await runTrainingSession(server, mallory)).reasons).toMatchObject([{ word: 'too_few_sources', places: 1 }])
    const query = { approval: 'changed' }
    const { body } = await server.request('GET /api/admin/experts/', { token: admin.token, query })
    const [{ change: waiting }] = body.results
    const approval = { action: 'approve_change', requested_at: waiting.requested_at }
    expect((await decide(malloryAgain, approval)).status).toBe(200)
  })

  it('makes a version then, which waits and which neither account can activate', async () => {
    const { version: shipped } = server.app.vision.card
    await labelOwnPhotos(1, mallory, malloryAgain)
    expect(await runTrainingSession(server, mallory)).toMatchObject({ state: 'promoted', activation: 'waiting' })
    const version = `${shipped}.r1`
    for (const account of [mallory, malloryAgain]) {
      const { status, body } = await activateModel(server, account, version)
      expect([status, body.error]).toEqual([403, 'own_training_photos'])
    }
    // One expert alone is not enough either, however often.
    for (let press = 0; press < 2; press++)
      expect((await activateModel(server, honest, version)).body.is_active).toBe(false)
    expect(server.app.vision.active.version).toBe(shipped)
    const { results } = await fetchNotifications(server, admin)
    expect(results.filter(({ type }) => type === 'model_waiting')).toHaveLength(1)
  })
})
