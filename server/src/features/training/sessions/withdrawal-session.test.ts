// @slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reviewTrainingImage, startTrainingSession, submitTrainingImage } from '../../../testing/features/training.ts'
import { drawLeaf } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, signUpExpert, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let admin: TestUser
let grace: TestUser
let okello: TestUser
let mallory: TestUser
let seed = 6000
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  admin = await createTestAdmin(server)
  grace = await signUpExpert(server)
  okello = await signUpExpert(server, undefined, { institution: 'NARO Kawanda' })
  mallory = await signUpExpert(server, undefined, { institution: 'Elsewhere' })
})
afterAll(() => server.close())

/** One expert sends leaves that the model takes for healthy as rust, the other one agrees. */
async function addImages(count: number, sender: TestUser, reviewer: TestUser) {
  for (let i = 0; i < count; i++) {
    const leaf = await drawLeaf({ seed: ++seed, yellowed: true }).jpeg().toBuffer()
    const { body } = await submitTrainingImage(server, sender, leaf, { label: 'common_rust' })
    await reviewTrainingImage(server, reviewer, body.id, { action: 'correct', label: 'common_rust' })
  }
}

const getVersion = async (version: string) =>
  (await server.request('GET /analysis/models/{version}/', { token: admin.token, params: { version } })).body
const getSessions = async () =>
  (await server.request('GET /analysis/training-sessions/', { token: admin.token })).body.results

describe('after an administrator withdraws an expert’s photos, a session', { timeout: 240_000 }, () => {
  it('teaches the version again without them, and the cards say so', async () => {
    await addImages(24, grace, okello)
    await addImages(8, okello, grace)
    await addImages(8, mallory, grace)
    await startTrainingSession(server, grace)
    await server.runJobs()
    const [first] = await getSessions()
    expect(first).toMatchObject({ kind: 'teaching', state: 'promoted' })
    const token = admin.token
    await server.request('PUT /analysis/models/{version}/activate/', { token, params: { version: first.version } })
    expect((await getVersion(first.version)).refit.withdrawn).toEqual({ images: 0, experts: 0 })

    server.clock.advance(1)
    // A pause does not stop it, because it learns nothing new.
    await server.request('PUT /analysis/teaching/', { token, body: { is_paused: true } })
    const params = { id: mallory.id }
    await server.request('PUT /analysis/teachers/{id}/', { token, params, body: { is_withdrawn: true } })
    await server.runJobs()
    const [second] = await getSessions()
    expect(second).toMatchObject({ kind: 'withdrawal', state: 'promoted', activation: 'waiting' })
    expect(second.message).toContain('Taught again without withdrawn photos.')
    expect(second.figures.sources).toEqual({ experts: 2, places: 2 })
    const count = ({ figures: { images, held_back: heldBack } }: typeof second) =>
      images.common_rust + heldBack.after.photos
    expect([count(first), count(second)]).toEqual([40, 32])

    const old = await getVersion(first.version)
    expect(old).toMatchObject({ is_active: true, refit: { withdrawn: { images: 8, experts: 1 } } })
    const taught = await server.request('GET /analysis/models/{version}/teachers/', {
      token,
      params: { version: first.version },
    })
    expect(taught.body.results).toEqual([
      expect.objectContaining({ username: grace.username, images: 24, is_withdrawn: false }),
      expect.objectContaining({ images: 8 }),
      expect.objectContaining({ images: 8 }),
    ])
    expect(taught.body.results.filter(({ is_withdrawn }: { is_withdrawn: boolean }) => is_withdrawn)).toEqual([
      expect.objectContaining({ id: mallory.id, place: 'Elsewhere' }),
    ])
    expect((await getVersion(second.version)).refit).toMatchObject({
      kind: 'withdrawal',
      withdrawn: { images: 0, experts: 0 },
    })
    await server.runJobs()
    expect(await getSessions()).toHaveLength(2)
  })
})
