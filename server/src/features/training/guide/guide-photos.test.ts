import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contentHash } from '../../../platform/storage/file-store.ts'
import { reviewTrainingImage } from '../../../testing/features/training.ts'
import { drawLeaf, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  createTestAdmin,
  signUpApprovedExpert,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'
import { photoKey } from '../../detection/photos/photos.ts'
import { batchSize, chooseGuidePhotos } from './choose-guide-photos.ts'

let server: TestServer
let admin: TestUser
let experts: TestUser[]
let amina: TestUser
let seed = 4200
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  admin = await createTestAdmin(server)
  experts = [await signUpApprovedExpert(server, admin), await signUpApprovedExpert(server, admin)]
})
beforeEach(async () => {
  for (const table of ['guide_photos', 'photo_consents'] as const) await server.app.db.deleteFrom(table).execute()
  amina = await signUpFarmer(server)
  const body = { farm_location: 'Mbale', farm_size: 2, crop_types: ['BEANS'], district: 'UG-mbale' }
  await server.request('PUT /api/account/farm/', { token: amina.token, body })
})
afterAll(() => server.close())

const consent = (user: TestUser, is_given: boolean) =>
  server.request('PUT /api/account/photo-consent/', { token: user.token, body: { is_given } })
const list = async (card: string) =>
  (await server.request('GET /api/learn/{card}/photos/', { params: { card } })).body.results as {
    id: string
    image: string
  }[]

/** Creates a reported photo of a bean leaf, which experts give a label. Returns its id. */
async function addLabelledPhoto(
  label: string,
  { blur = 0, reviewers = experts, diseases = [] as string[] } = {},
): Promise<string> {
  server.clock.advance(1)
  const leaf = drawLeaf({ seed: ++seed })
  const photo = await (blur > 0 ? leaf.blur(blur) : leaf).jpeg().toBuffer()
  const { body: analysis } = await uploadPhoto(server, amina.token, photo, { fields: { crop_type: 'BEANS' } })
  const params = { id: analysis.id }
  const { body } = await server.request('POST /analysis/rust-detection/{id}/report/', {
    token: amina.token,
    params,
    body: {},
  })
  for (const [index, reviewer] of reviewers.entries()) {
    const disease = diseases[index]
    const review = { action: 'correct', label, ...(disease !== undefined && { disease }) }
    const { status } = await reviewTrainingImage(server, reviewer, body.id, review)
    expect(status).toBe(200)
  }
  return body.id
}

/** Copies a reported photo, with the votes for it, to older ones whose file is lost. */
async function addLostPhotos(id: string, count: number): Promise<void> {
  const hash = contentHash(Buffer.from(`lost ${id}`))
  await sql`
    with lost as (
      insert into photos (hash, width, height, bytes, created_at) values (${hash}, 1, 1, 1, now()) returning hash
    ), copies as (
      insert into training_images (uploader_id, ordinal, origin, analysis_id, photo_hash, source_hash, fingerprint, label,
        crop_type, uploaded_at, state, accepted_as)
      select uploader_id, 1000 + n, origin, analysis_id, lost.hash, encode(sha256((uploader_id || n::text)::bytea), 'hex'), n, label,
        crop_type, uploaded_at, state, (select least(0, min(accepted_as)) from training_images) - n
      from training_images, lost, generate_series(1, ${count}::int) as n where id = ${id} returning id
    )
    insert into training_votes (image_id, expert_id, kind, label, disease, at)
    select copies.id, expert_id, kind, label, disease, at from copies, training_votes where image_id = ${id}`.execute(
    server.app.db,
  )
}

describe('a farmer’s photo on which two experts agreed', () => {
  it('appears in the article of its disease with district and month, and as a small picture', async () => {
    await consent(amina, true)
    const id = await addLabelledPhoto('common_rust')
    await chooseGuidePhotos(server.app)
    const { status, body, headers } = await server.request('GET /api/learn/{card}/photos/', {
      params: { card: 'beans-rust' },
    })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    const { timeZone } = server.app.config
    const month = server.clock.now().toLocaleDateString('sv', { timeZone }).slice(0, 7)
    expect(body.results).toEqual([{ id, image: expect.any(String), district: { name: 'Mbale', country: 'UG' }, month }])
    const picture = await fetch(`${body.results[0].image}&size=small`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(JSON.stringify(body)).not.toContain(amina.id)
    expect(await list('wheat-rust')).toEqual([])
  })

  it('needs the farmer’s consent, which counts from the next request on', async () => {
    await addLabelledPhoto('common_rust')
    await chooseGuidePhotos(server.app)
    expect(await list('beans-rust')).toEqual([])
    await consent(amina, true)
    await chooseGuidePhotos(server.app)
    expect(await list('beans-rust')).toHaveLength(1)
    expect((await consent(amina, false)).body).toEqual({ is_given: false })
    expect(await list('beans-rust')).toEqual([])
  })

  it('needs a second expert, and a label that names a disease', async () => {
    await consent(amina, true)
    await addLabelledPhoto('common_rust', { reviewers: experts.slice(0, 1) })
    await addLabelledPhoto('other_disease')
    await chooseGuidePhotos(server.app)
    for (const card of ['beans-rust', 'rust', 'other-disease', 'beans-angular-leaf-spot'])
      expect(await list(card)).toEqual([])
  })

  it('appears for a disease that two experts named, and not when they named different ones', async () => {
    await consent(amina, true)
    const named = await addLabelledPhoto('other_disease', {
      diseases: ['beans-angular-leaf-spot', 'beans-angular-leaf-spot'],
    })
    await addLabelledPhoto('other_disease', { diseases: ['beans-angular-leaf-spot'] })
    const rust = await addLabelledPhoto('common_rust', { diseases: ['beans-rust'] })
    await chooseGuidePhotos(server.app)
    expect((await list('beans-angular-leaf-spot')).map(({ id }) => id)).toEqual([named])
    expect((await list('beans-rust')).map(({ id }) => id)).toEqual([rust])
  })

  it('appears for the disease that was agreed on, whatever others named', async () => {
    await consent(amina, true)
    const named = ['beans-angular-leaf-spot', 'beans-angular-leaf-spot']
    const id = await addLabelledPhoto('other_disease', { diseases: named })
    for (let i = 0; i < 2; i += 1) {
      const { id: expert_id } = await signUpApprovedExpert(server, admin)
      await sql`insert into training_votes (image_id, expert_id, kind, label, disease, at)
        values (${id}, ${expert_id}, 'review', 'other_disease', 'another-card', now())`.execute(server.app.db)
    }
    await chooseGuidePhotos(server.app)
    expect((await list('beans-angular-leaf-spot')).map(photo => photo.id)).toEqual([id])
  })

  it('is chosen although older photos are lost or cannot be read', async () => {
    await consent(amina, true)
    const damaged = await addLabelledPhoto('common_rust')
    const id = await addLabelledPhoto('common_rust')
    const { photo_hash } = await server.app.db
      .selectFrom('training_images')
      .select('photo_hash')
      .where('id', '=', damaged)
      .executeTakeFirstOrThrow()
    await server.app.files.put(photoKey(photo_hash ?? ''), Buffer.from('damaged'))
    await addLostPhotos(damaged, 60)
    await chooseGuidePhotos(server.app)
    expect((await list('beans-rust')).map(photo => photo.id)).toEqual([id])
  })

  it('is found by one of the next runs, which each read a limited number of photos', async () => {
    await consent(amina, true)
    const id = await addLabelledPhoto('common_rust')
    await addLostPhotos(id, 2 * batchSize)
    let readCount = 0
    const files = Object.assign(Object.create(server.app.files), {
      get: (key: string) => {
        readCount += 1
        return server.app.files.get(key)
      },
    })
    await chooseGuidePhotos({ ...server.app, files })
    expect(readCount).toBe(batchSize)
    for (let run = 0; run < 50; run += 1) await chooseGuidePhotos(server.app)
    expect((await list('beans-rust')).map(photo => photo.id)).toEqual([id])
  })

  it.each([
    ['another label', 'common_rust', 'beans-angular-leaf-spot'],
    ['another crop', 'other_disease', 'rice-blast'],
    ['an unknown disease', 'other_disease', 'none'],
  ])('is not reviewed with a disease of %s', async (_, label, disease) => {
    const id = await addLabelledPhoto('healthy', { reviewers: [] })
    const review = { action: 'correct', label, disease }
    const { status, body } = await reviewTrainingImage(server, experts[0] as TestUser, id, review)
    expect([status, body.error, body.errors[0].field]).toEqual([400, 'validation_failed', 'disease'])
  })

  it('is one of the three sharpest', async () => {
    await consent(amina, true)
    const blurred = await addLabelledPhoto('healthy', { blur: 6 })
    const sharp = [
      await addLabelledPhoto('healthy'),
      await addLabelledPhoto('healthy'),
      await addLabelledPhoto('healthy'),
    ]
    // A second run adds nothing twice.
    await chooseGuidePhotos(server.app)
    await chooseGuidePhotos(server.app)
    const shown = (await list('healthy')).map(({ id }) => id)
    expect(shown.toSorted()).toEqual(sharp.toSorted())
    expect(shown).not.toContain(blurred)
  })

  it('disappears when its label changes or the farmer withdraws the photo', async () => {
    await consent(amina, true)
    const id = await addLabelledPhoto('common_rust')
    await chooseGuidePhotos(server.app)
    await server.app.db.updateTable('training_images').set({ label: 'healthy' }).where('id', '=', id).execute()
    expect(await list('beans-rust')).toEqual([])
    await chooseGuidePhotos(server.app)
    await server.app.db.updateTable('training_images').set({ label: 'common_rust' }).where('id', '=', id).execute()
    await chooseGuidePhotos(server.app)
    expect(await list('beans-rust')).toHaveLength(1)
  })
})

describe('removing a photo from the articles', () => {
  const remove = (user: TestUser, id: string) =>
    server.request('DELETE /api/learn/photos/{id}/', { token: user.token, params: { id } })

  it('is for experts and administrators, is for good, and is in the audit log', async () => {
    await consent(amina, true)
    const id = await addLabelledPhoto('common_rust')
    await chooseGuidePhotos(server.app)
    expect((await remove(amina, id)).status).toBe(403)
    expect((await remove(experts[0] as TestUser, id)).status).toBe(204)
    expect((await remove(admin, id)).status).toBe(404)
    expect(await list('beans-rust')).toEqual([])
    // Neither the next run nor a new consent brings it back.
    await consent(amina, false)
    await consent(amina, true)
    await chooseGuidePhotos(server.app)
    expect(await list('beans-rust')).toEqual([])
    const acts = await server.app.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', id)
      .where('action', '=', 'guide_photo.removed')
      .execute()
    expect(acts).toEqual([{ action: 'guide_photo.removed', actor_id: experts[0]?.id }])
  })
})

it('an unknown article has no photos', async () => {
  const { status } = await server.request('GET /api/learn/{card}/photos/', { params: { card: 'no-such-card' } })
  expect(status).toBe(404)
})
