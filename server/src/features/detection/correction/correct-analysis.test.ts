import { detection } from '@kutu/contract/detection'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawLeaf, drawWall, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
beforeAll(async () => {
  server = await startTestServer()
  grace = await signUpFarmer(server)
})
afterAll(() => server.close())

const drawPhoto = (seed: number) => drawLeaf({ seed, spots: true, width: 300 }).jpeg().toBuffer()

function correct(id: string, body: Record<string, unknown>, { token }: TestUser = grace) {
  return server.request('PATCH /analysis/rust-detection/{id}/', { token, params: { id }, body })
}

async function upload(bytes: Buffer, crop_type?: string, user = grace) {
  const { status, body } = await uploadPhoto(server, user.token, bytes, { fields: crop_type ? { crop_type } : {} })
  expect(status, JSON.stringify(body)).toBe(201)
  return detection.detectRust.reply.parse(body)
}

async function uploadPlant(photos: Buffer[], crop_type?: string) {
  const { status, body } = await server.request('POST /analysis/plant-analyses/', {
    token: grace.token,
    form: [
      ...(crop_type ? [{ name: 'crop_type', value: crop_type }] : []),
      ...photos.map(bytes => ({ name: 'images', value: new Blob([new Uint8Array(bytes)]) })),
    ],
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return detection.detectPlant.reply.parse(body)
}

const findRow = (id: string) =>
  server.app.db.selectFrom('analyses').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The model's answer, without what belongs to one upload: ids, times, links and the farmer's crop. */
function toAnswer(analysis: Awaited<ReturnType<typeof upload>>) {
  const { rust_class, confidence, probabilities, disease, crop, crop_estimate, verdict, band, feedback } = analysis
  return { rust_class, confidence, probabilities, disease, crop, crop_estimate, verdict, band, feedback }
}

/** Turns the stored answer into one of another class, as an earlier version of the model may have given it. */
async function pretendOtherClass(id: string): Promise<string> {
  const row = await findRow(id)
  const other = row.rust_class === 'healthy' ? 'common_rust' : 'healthy'
  const [from, to] = [row.rust_class, other]
  await server.app.db
    .updateTable('analyses')
    .set({ rust_class: other, disease: null, heatmap: null, affected_area: null, model_version: 'earlier' })
    .where('id', '=', id)
    .execute()
  expect(from).not.toBe(to)
  return row.rust_class
}

describe('a corrected crop', () => {
  it.each(['MAIZE', 'BEANS', 'WHEAT', 'RICE', 'OTHER'])(
    'gives the answer that the photo would have had with this crop: %s',
    async crop_type => {
      const photo = await drawPhoto(100)
      const first = await upload(photo)
      expect(first.crop_type).toBeNull()
      const { status, body } = await correct(first.id, { crop_type })
      expect(status).toBe(200)
      const corrected = detection.updateAnalysis.reply.parse(body)
      const stated = await upload(photo, crop_type)
      expect(corrected).toMatchObject({ id: first.id, uploaded_at: first.uploaded_at, image: first.image, crop_type })
      expect(toAnswer(corrected)).toEqual(toAnswer(stated))
      expect(corrected.crop).toBe(crop_type.toLowerCase())
      const shown = await server.request('GET /analysis/rust-detection/{id}/', {
        token: grace.token,
        params: { id: first.id },
      })
      expect(shown.body).toMatchObject({ crop_type, band: stated.band, confidence: stated.confidence })
    },
  )

  it('of null gives the first answer back', async () => {
    const first = await upload(await drawPhoto(101))
    await correct(first.id, { crop_type: 'RICE' })
    const { body } = await correct(first.id, { crop_type: null })
    expect(toAnswer(detection.updateAnalysis.reply.parse(body))).toEqual(toAnswer(first))
    expect(body.crop_type).toBeNull()
  })

  it('that the model does not know ends in an unfamiliar photo without a disease', async () => {
    const { id } = await upload(await drawPhoto(102))
    const { body } = await correct(id, { crop_type: 'OTHER' })
    expect(body).toMatchObject({ band: 'unfamiliar', verdict: 'uncertain', disease: null, crop: 'other' })
  })

  it('sent twice changes nothing the second time, and notifies nobody', async () => {
    const farmer = await signUpFarmer(server)
    const { id } = await upload(await drawPhoto(103), undefined, farmer)
    const once = await correct(id, { crop_type: 'BEANS' }, farmer)
    const { corrected_at } = await findRow(id)
    expect(corrected_at).not.toBeNull()
    server.clock.advance(60_000)
    const twice = await correct(id, { crop_type: 'BEANS' }, farmer)
    expect(twice.body).toEqual({ ...once.body, image: twice.body.image, heatmap: twice.body.heatmap })
    expect((await findRow(id)).corrected_at).toEqual(corrected_at)
    const entries = server.app.db.selectFrom('audit_log').select('after').where('subject_id', '=', id)
    expect(await entries.where('action', '=', 'analysis.corrected').execute()).toHaveLength(1)
    const notifications = server.app.db.selectFrom('notifications').select('id').where('user_id', '=', farmer.id)
    expect(await notifications.where('type', '=', 'image_analysis').execute()).toHaveLength(1)
  })

  it('does not change what others get for the same photo', async () => {
    const photo = await drawPhoto(104)
    const first = await upload(photo)
    await correct(first.id, { crop_type: 'OTHER' })
    const other = await signUpFarmer(server)
    expect(toAnswer(await upload(photo, undefined, other))).toEqual(toAnswer(first))
    const stated = await upload(photo, 'OTHER', other)
    expect(stated.band).toBe('unfamiliar')
  })
})

describe('an analysis whose class changes', () => {
  it('moves in the counts, and gets a heat map of its new class', async () => {
    const farmer = await signUpFarmer(server)
    const { id } = await upload(await drawPhoto(105), undefined, farmer)
    await upload(await drawPhoto(106), undefined, farmer)
    const expected = await pretendOtherClass(id)
    const { status, body } = await correct(id, { crop_type: null }, farmer)
    expect([status, body.rust_class]).toEqual([200, expected])
    expect(body.heatmap === null).toBe(expected === 'healthy')
    const list = { token: farmer.token, query: { rust_class: expected } }
    const { body: page } = await server.request('GET /analysis/rust-detection/', list)
    expect(page.results).toHaveLength(page.count)
  })

  it('may be corrected by many requests at a time', async () => {
    const farmer = await signUpFarmer(server)
    const { id } = await upload(await drawPhoto(107), undefined, farmer)
    await pretendOtherClass(id)
    const crops = ['MAIZE', 'BEANS', 'WHEAT', 'RICE', 'OTHER', null, 'MAIZE', 'BEANS']
    const replies = await Promise.all(crops.map(crop_type => correct(id, { crop_type }, farmer)))
    expect(replies.map(({ status }) => status)).toEqual(crops.map(() => 200))
  })
})

describe('an analysis without usable embeddings', () => {
  it.each([
    ['that has been emptied', { view_embeddings: null, network_version: null }],
    ['of another network', { view_embeddings: Buffer.alloc(16, 1), network_version: 'another' }],
  ])('%s is diagnosed again from its stored photo', async (_, columns) => {
    const { id } = await upload(await drawPhoto(108))
    await server.app.db.updateTable('analyses').set(columns).where('id', '=', id).execute()
    const { status, body } = await correct(id, { crop_type: 'OTHER' })
    expect([status, body.band]).toEqual([200, 'unfamiliar'])
    const row = await findRow(id)
    const { card } = server.app.vision
    expect(row.view_embeddings).toHaveLength(card.views.length * card.embeddingSize * 4)
    expect(row.network_version).toBe(card.version)
  })

  it('is not found when its photo is lost as well', async () => {
    const { id, image } = await upload(await drawPhoto(109))
    await server.app.db.updateTable('analyses').set({ view_embeddings: null }).where('id', '=', id).execute()
    await server.app.files.delete(new URL(image, server.url).pathname.slice('/files/'.length))
    expect((await correct(id, { crop_type: 'MAIZE' })).status).toBe(404)
    expect((await findRow(id)).crop_type).toBeNull()
  })
})

describe('a corrected plant', () => {
  it('has the answer of each photo and the joint one with this crop; what is no leaf stays left out', async () => {
    const photos = [await drawPhoto(110), await drawWall().jpeg().toBuffer(), await drawPhoto(111)]
    const first = await uploadPlant(photos)
    const { status, body } = await correct(first.id, { crop_type: 'WHEAT' })
    expect(status).toBe(200)
    const corrected = detection.detectPlant.reply.parse(body)
    const stated = await uploadPlant(photos, 'WHEAT')
    expect(toAnswer(corrected)).toEqual(toAnswer(stated))
    for (const [i, photo] of stated.photos.entries()) {
      const { is_leaf, rust_class, confidence, verdict, band } = photo
      expect(corrected.photos[i]).toMatchObject({ is_leaf, rust_class, confidence, verdict, band })
    }
    expect(corrected.photos.map(({ id }) => id)).toEqual(first.photos.map(({ id }) => id))
  })

  it('counts the same photo sent twice once', async () => {
    const photo = await drawPhoto(112)
    const first = await uploadPlant([photo, photo])
    const { body } = await correct(first.id, { crop_type: 'BEANS' })
    expect(body.confidence).toBe((await uploadPlant([photo, photo], 'BEANS')).confidence)
  })
})

it('only the farmer of an analysis corrects it, with a crop or null', async () => {
  const { id } = await upload(await drawPhoto(113))
  const [neighbor, expert] = [await signUpFarmer(server), await signUpExpert(server)]
  for (const other of [neighbor, expert]) expect((await correct(id, { crop_type: 'MAIZE' }, other)).status).toBe(404)
  expect((await correct('00000000-0000-7000-8000-000000000009', { crop_type: 'MAIZE' })).status).toBe(404)
  for (const body of [{}, { crop_type: 'TEA' }, { crop_type: '' }, { crop_type: 'maize' }])
    expect([body, (await correct(id, body)).status]).toEqual([body, 400])
  expect(await findRow(id)).toMatchObject({ crop_type: null, corrected_at: null })
})
