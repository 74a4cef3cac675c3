// @slow
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
import { createTestAdmin, signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let admin: TestUser
let grace: TestUser
let okello: TestUser
let achieng: TestUser
let mukasa: TestUser
let nakato: TestUser
let lwanga: TestUser
let nyakio: TestUser
let lwangasImage: string
let lwangasSeed: number
let nyakiosDuplicate: string
let seed = 6000
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  admin = await createTestAdmin(server)
  grace = await signUpExpert(server)
  okello = await signUpExpert(server, undefined, { institution: 'NARO Kawanda' })
  achieng = await signUpExpert(server)
  mukasa = await signUpExpert(server)
  nakato = await signUpExpert(server)
  lwanga = await signUpExpert(server)
  nyakio = await signUpExpert(server)
})
afterAll(() => server.close())

/** One expert sends leaves that the model takes for healthy as rust, the other one agrees. Returns the id of the last. */
async function addImages(count: number, sender: TestUser, reviewer: TestUser): Promise<string> {
  let lastId = ''
  for (let i = 0; i < count; i++) {
    const leaf = await drawLeaf({ seed: ++seed, yellowed: true }).jpeg().toBuffer()
    const { body } = await submitTrainingImage(server, sender, leaf, { label: 'common_rust' })
    await reviewTrainingImage(server, reviewer, body.id, { action: 'correct', label: 'common_rust' })
    lastId = body.id
  }
  return lastId
}

const activate = (person: TestUser, version: string) => activateModel(server, person, version)
const getActiveVersion = async () => (await server.request('GET /analysis/active-model/')).body.version
/** Messages to the admin about versions that wait. */
const listWaitingMessages = async () =>
  (await fetchNotifications(server, admin)).results
    .filter(({ type }) => type === 'model_waiting')
    .map(({ message }) => message)
const getNewestSession = async () =>
  (await server.request('GET /analysis/training-sessions/', { token: grace.token })).body.results[0]

describe('a new version', () => {
  it('is not made from the photos of a single expert and place', async () => {
    await addImages(24, grace, okello)
    const session = await runTrainingSession(server, grace)
    expect(session).toMatchObject({
      state: 'kept',
      version: null,
      reasons: [{ word: 'too_few_sources', experts: 1, places: 1 }],
    })
    expect(session.message).toContain('two experts and two places')
  })

  it('that passes every check waits for people to activate it', async () => {
    await addImages(7, okello, grace)
    lwangasImage = await addImages(1, okello, lwanga)
    lwangasSeed = seed
    const same = await drawLeaf({ seed: seed - 1, yellowed: true })
      .jpeg()
      .toBuffer()
    nyakiosDuplicate = (await submitTrainingImage(server, nyakio, same, { label: 'common_rust' })).body.id
    const { version: shipped } = server.app.vision.card
    const session = await runTrainingSession(server, grace)
    expect(session).toMatchObject({
      state: 'promoted',
      version: `${shipped}.r1`,
      activation: 'waiting',
      figures: { sources: { experts: 2, places: 2 }, label_reviewers: 2 },
    })
    expect(session.figures.gain.p).toBeLessThan(0.05)
    expect(session.message).toContain('can put it to use')
    expect(await getActiveVersion()).toBe(shipped)
    expect(server.app.vision.active.version).toBe(shipped)
    const notification = (await fetchNotifications(server, okello)).results.find(
      ({ type }) => type === 'training_completed',
    )
    expect(notification?.message).toContain('It waits for an administrator or experts.')
    expect(await listWaitingMessages()).toEqual([`Model version ${shipped}.r1 waits for you to activate it.`])
  })

  it('shows its photos with their labels to those who may activate it, and to nobody else', async () => {
    const { version: shipped } = server.app.vision.card
    const listPhotos = (person: TestUser, version: string, page = 1) =>
      server.request('GET /analysis/models/{version}/photos/', {
        token: person.token,
        params: { version },
        query: { page, page_size: 20 },
      })
    const pages = [await listPhotos(admin, `${shipped}.r1`), await listPhotos(achieng, `${shipped}.r1`, 2)]
    expect(pages.map(({ body }) => [body.count, body.results.length])).toEqual([
      [32, 20],
      [32, 12],
    ])
    const photos = pages.flatMap(({ body }) => body.results)
    expect(new Set(photos.map(({ id }) => id)).size).toBe(32)
    expect(new Set(photos.map(({ label }) => label))).toEqual(new Set(['common_rust']))
    expect((await fetch(photos[0].image)).headers.get('content-type')).toBe('image/jpeg')
    expect((await listPhotos(admin, shipped)).body.count).toBe(0)
    expect((await listPhotos(admin, '2020.01.01-1')).status).toBe(404)
    expect((await listPhotos(okello, `${shipped}.r1`)).body.error).toBe('own_training_photos')
    const setControls = (isControl: boolean) =>
      server.app.db
        .updateTable('training_images')
        .set({ is_control: isControl })
        .where('id', '=', lwangasImage)
        .execute()
    await setControls(true)
    const counts = await Promise.all([admin, achieng].map(person => listPhotos(person, `${shipped}.r1`)))
    expect(counts.map(({ body }) => body.count)).toEqual([32, 31])
    await setControls(false)
    const farmer = await signUpFarmer(server)
    expect((await listPhotos(farmer, `${shipped}.r1`)).status).toBe(403)
  })

  it('is not activated by those who sent or labeled its photos, and the lists say so', async () => {
    const { version: shipped } = server.app.vision.card
    const version = `${shipped}.r1`
    // A label that came after the session, and one that only measures the expert, are not in the version.
    await addImages(1, okello, achieng)
    for (const person of [grace, okello, lwanga]) {
      const { status, body } = await activate(person, version)
      expect([status, body.error]).toEqual([403, 'own_training_photos'])
    }
    const { body: models } = await server.request('GET /analysis/models/', { token: grace.token })
    expect(models.results.map(toOwnership)).toEqual([
      [version, true],
      [shipped, false],
    ])
    for (const [person, isOwn] of [
      [grace, true],
      [okello, true],
      [achieng, false],
      [admin, false],
    ] as const) {
      const options = { token: person.token, params: { version } }
      expect((await server.request('GET /analysis/models/{version}/', options)).body.has_own_photos).toBe(isOwn)
    }
  })

  it('is not activated by an expert who withdrew a duplicate, or whose photo others label otherwise since', async () => {
    const version = `${server.app.vision.card.version}.r1`
    const params = { id: nyakiosDuplicate }
    await server.request('DELETE /analysis/upload-training-images/{id}/', { token: nyakio.token, params })
    expect((await activate(nyakio, version)).body.error).toBe('own_training_photos')
    const leaf = await drawLeaf({ seed: lwangasSeed, yellowed: true }).jpeg().toBuffer()
    for (const expert of [achieng, mukasa]) await submitTrainingImage(server, expert, leaf, { label: 'healthy' })
    expect((await activate(lwanga, version)).body.error).toBe('own_training_photos')
  })

  it('is not activated by an expert whose labeled photo was withdrawn since', async () => {
    const { version: shipped } = server.app.vision.card
    const params = { id: lwangasImage }
    await server.request('DELETE /analysis/upload-training-images/{id}/', { token: okello.token, params })
    expect((await activate(lwanga, `${shipped}.r1`)).body.error).toBe('own_training_photos')
  })

  it('answers after the presses of two other experts, not after two of one', async () => {
    const { version: shipped } = server.app.vision.card
    const version = `${shipped}.r1`
    for (const { status, body } of [await activate(nakato, version), await activate(nakato, version)])
      expect([status, body.is_active, body.approvals]).toEqual([
        200,
        false,
        [{ id: nakato.id, username: nakato.username }],
      ])
    expect(await getActiveVersion()).toBe(shipped)
    const { body } = await activate(mukasa, version)
    expect(body).toMatchObject({ is_active: true, approvals: [] })
    expect(await getActiveVersion()).toBe(version)
    expect((await getNewestSession()).activation).toBe('active')
    expect(await listWaitingMessages()).toEqual([])
  })

  it('is replaced by one press of an administrator, and every screen says the same', async () => {
    const { version: shipped } = server.app.vision.card
    // The presses of the activation before do not count again.
    // The released version has no photos of experts, so everybody may go back to it.
    expect((await activate(grace, shipped)).body.is_active).toBe(false)
    expect((await activate(admin, shipped)).body.is_active).toBe(true)
    expect(await getActiveVersion()).toBe(shipped)
    const session = await getNewestSession()
    expect(session.activation).toBe('inactive')
    expect(session.message).toContain('It is not in use')
    const { body: summary } = await server.request('GET /analysis/training-summary/', { token: grace.token })
    expect(summary.active_version).toBe(shipped)
    const { body: models } = await server.request('GET /analysis/models/', { token: grace.token })
    expect(models.results.filter(({ is_active }: { is_active: boolean }) => is_active).map(toVersion)).toEqual([
      shipped,
    ])
  })
})

const toVersion = ({ version }: { version: string }) => version
const toOwnership = ({ version, has_own_photos }: { version: string; has_own_photos: boolean }) => [
  version,
  has_own_photos,
]
