// @node oldest

import { findCard } from '@kutu/advice/cards/all-cards'
import { detection } from '@kutu/contract/detection'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawLeaf, drawWall, fetchLink, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
let leaf: Buffer
beforeAll(async () => {
  server = await startTestServer()
  grace = await signUpFarmer(server)
  leaf = await drawLeaf({ spots: true }).jpeg().toBuffer()
})
afterAll(() => server.close())

const countAnalyses = async () => {
  const { rows } = await server.app.db
    .selectFrom('analyses')
    .select(({ fn }) => fn.countAll<string>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(rows)
}

describe('the reply to a photo', () => {
  it('matches the contract, including signed picture links', async () => {
    const { status, body } = await uploadPhoto(server, grace.token, leaf)
    expect(status).toBe(201)
    const analysis = detection.detectRust.reply.parse(body)
    expect(analysis).toMatchObject({ farmer_id: grace.id, uploaded_at: server.clock.now().toISOString() })
    expect(analysis.model_version).toBe(server.app.vision.card.version)
    const { common_rust, healthy, other_disease } = analysis.probabilities
    expect(common_rust + healthy + other_disease).toBeCloseTo(1, 6)
    expect(Math.max(common_rust, healthy, other_disease)).toBe(analysis.probabilities[analysis.rust_class])
    expect(analysis.heatmap === null).toBe(analysis.rust_class === 'healthy')
    expect(analysis.feedback.message).not.toBe('')
    expect(analysis.feedback.advice.length).toBeGreaterThan(0)
    expect(analysis.educational_resources.length).toBeGreaterThan(0)
    for (const { id, url, resource_type, created_at } of analysis.educational_resources) {
      expect(url).toBe(`${server.url}/learn/${id}`)
      expect([resource_type, created_at]).toEqual(['article', `${findCard(id)?.reviewedOn}T00:00:00.000Z`])
    }
  })

  it('stores the photo upright and without EXIF, whatever the upload contained', async () => {
    const sideways = await drawLeaf({ seed: 2, width: 400, height: 200 })
      .withExif({
        IFD0: { Make: 'Phone', Artist: 'Grace' },
        IFD3: { GPSLatitude: '0/1 18/1 0/1', GPSLatitudeRef: 'N' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(sideways).metadata()).exif).toBeDefined()
    const { body } = await uploadPhoto(server, grace.token, sideways)
    const response = await fetchLink(server, body.image)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    const stored = Buffer.from(await response.arrayBuffer())
    const { width, height, format, exif, xmp, iptc, icc, orientation } = await sharp(stored).metadata()
    expect({ width, height, format }).toEqual({ width: 200, height: 400, format: 'jpeg' })
    expect([exif, xmp, iptc, icc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined])
    expect(stored.includes('Grace')).toBe(false)
  })

  it('is the same for the same bytes, with the same links, and each upload gets its own history entry', async () => {
    const photo = await drawLeaf({ seed: 3, spots: true }).png().toBuffer()
    const first = await uploadPhoto(server, grace.token, photo)
    const other = await signUpFarmer(server)
    const second = await uploadPhoto(server, other.token, photo, { filename: 'same.png' })
    expect(second.status).toBe(201)
    expect(withoutIds(second.body)).toEqual(withoutIds(first.body))
    expect(second.body.id).not.toBe(first.body.id)
    expect(second.body.farmer_id).toBe(other.id)
    const photos = await server.app.db.selectFrom('photos').selectAll().execute()
    expect(new Set(photos.map(({ hash }) => hash)).size).toBe(photos.length)
  })

  it('reaches everyone who sends the same bytes concurrently, although the model queue is short', async () => {
    const photo = await drawLeaf({ seed: 21, spots: true }).jpeg().toBuffer()
    const senders = Array.from({ length: 24 }, (_, i) =>
      uploadPhoto(server, grace.token, photo, i % 2 ? { headers: { 'idempotency-key': `at once ${i}` } } : {}),
    )
    const answers = await Promise.all(senders)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body.image)).size).toBe(1)
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(24)
  })

  it('restores a picture that was lost from storage when the same bytes are uploaded again', async () => {
    const photo = await drawLeaf({ seed: 30, spots: true }).jpeg().toBuffer()
    const { body: first } = await uploadPhoto(server, grace.token, photo)
    const key = new URL(first.image, server.url).pathname.slice('/files/'.length)
    await server.app.files.delete(key)
    expect((await fetchLink(server, first.image)).status).toBe(404)
    const { body: second } = await uploadPhoto(server, grace.token, photo)
    expect(second.image).toBe(first.image)
    expect((await fetchLink(server, first.image)).status).toBe(200)
  })

  it.each(['MAIZE', 'BEANS', 'WHEAT', 'RICE'])('respects the crop %s chosen by the farmer', async crop_type => {
    const { status, body } = await uploadPhoto(server, grace.token, leaf, { fields: { crop_type } })
    expect(status).toBe(201)
    expect(body.crop).toBe(crop_type.toLowerCase())
  })

  it('names the crop that the farmer stated, also another one than ours', async () => {
    const { status, body } = await uploadPhoto(server, grace.token, leaf, { fields: { crop_type: 'OTHER' } })
    expect([status, body.crop_type, body.verdict]).toEqual([201, 'OTHER', 'uncertain'])
  })

  it('accepts an empty crop as no crop', async () => {
    const { status, body } = await uploadPhoto(server, grace.token, leaf, { fields: { crop_type: '' } })
    expect([status, body.crop_type]).toEqual([201, null])
  })

  it('rejects an unknown crop and names the field', async () => {
    const { status, body } = await uploadPhoto(server, grace.token, leaf, { fields: { crop_type: 'TEA' } })
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ field: 'crop_type', message: expect.any(String) }])
  })

  it('is in the reader’s language, now and later', async () => {
    const { body: english } = await uploadPhoto(server, grace.token, leaf)
    const inSwahili = { headers: { 'accept-language': 'sw' } }
    const { body: swahili } = await uploadPhoto(server, grace.token, leaf, inSwahili)
    const getIn = (language: string) =>
      server.request('GET /analysis/rust-detection/{id}/', {
        token: grace.token,
        params: { id: english.id },
        headers: { 'accept-language': language },
      })
    expect((await getIn('sw')).body.feedback).toEqual(swahili.feedback)
    expect((await getIn('en')).body.feedback).toEqual(english.feedback)
    expect((await getIn('lg')).body.feedback.message).not.toBe(english.feedback.message)
    expect(swahili.feedback.message).not.toBe(english.feedback.message)
  })
})

const withoutIds = ({ id, farmer_id, ...rest }: Record<string, unknown>) => rest

describe('a photo without a leaf', () => {
  it('is rejected, not stored and not counted', async () => {
    const before = await countAnalyses()
    const photo = await drawWall().jpeg().toBuffer()
    const { status, body } = await uploadPhoto(server, grace.token, photo)
    expect([status, body.error]).toEqual([422, 'not_a_leaf'])
    expect(await countAnalyses()).toBe(before)
    const photos = await server.app.db.selectFrom('photos').select('width').where('width', '=', 320).execute()
    expect(photos).toEqual([])
  })

  it('is recognized by leaf-detection, which stores nothing', async () => {
    const before = await countAnalyses()
    const wall = await uploadPhoto(server, grace.token, await drawWall().png().toBuffer(), { endpoint: 'leaf' })
    expect(wall.body).toEqual({ is_leaf: false, confidence: expect.any(Number) })
    const green = await uploadPhoto(server, grace.token, await drawLeaf({ seed: 9 }).png().toBuffer(), {
      endpoint: 'leaf',
    })
    expect(green.body).toEqual({ is_leaf: true, confidence: expect.any(Number) })
    for (const { status, body } of [wall, green]) {
      expect(status).toBe(200)
      expect(body.confidence).toBeGreaterThan(0.5)
    }
    expect(await countAnalyses()).toBe(before)
  })
})

describe('access to analyses', () => {
  it('is open to every signed-in user: farmers, experts and experts awaiting approval', async () => {
    const unapprovedExpert = await signUpExpert(server)
    expect((await uploadPhoto(server, unapprovedExpert.token, leaf)).status).toBe(201)
    expect((await uploadPhoto(server, unapprovedExpert.token, leaf, { endpoint: 'leaf' })).status).toBe(200)
  })

  it('requires a valid token', async () => {
    for (const endpoint of ['rust', 'leaf'] as const) {
      expect((await uploadPhoto(server, undefined, leaf, { endpoint })).status).toBe(401)
      expect((await uploadPhoto(server, 'forged.token.here', leaf, { endpoint })).status).toBe(401)
    }
    expect((await server.request('GET /analysis/rust-detection/')).status).toBe(401)
  })

  it('is limited to own analyses: others get 404, as for an id that does not exist', async () => {
    const { body } = await uploadPhoto(server, grace.token, leaf)
    const other = await signUpFarmer(server)
    const getAnalysis = (token: string, id: string) =>
      server.request('GET /analysis/rust-detection/{id}/', { token, params: { id } })
    expect((await getAnalysis(grace.token, body.id)).status).toBe(200)
    const answers = [
      await getAnalysis(other.token, body.id),
      await getAnalysis(grace.token, '00000000-0000-4000-8000-000000000000'),
      await getAnalysis(grace.token, 'no-id'),
    ]
    for (const { status, body } of answers) expect([status, body.error]).toEqual([404, 'not_found'])
    expect((await server.request('GET /analysis/rust-detection/', { token: other.token })).body.count).toBe(0)
  })
})

describe('a retry with the same Idempotency-Key', () => {
  it('returns the first analysis again, even for concurrent retries, and adds one row', async () => {
    const photo = await drawLeaf({ seed: 20 }).jpeg().toBuffer()
    const before = await countAnalyses()
    const headers = { 'idempotency-key': 'photo-20' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => uploadPhoto(server, grace.token, photo, { headers })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await countAnalyses()).toBe(before + 1)
  })

  it('is rejected for a different photo', async () => {
    const headers = { 'idempotency-key': 'photo-20' }
    const { status, body } = await uploadPhoto(server, grace.token, leaf, { headers })
    expect([status, body.error]).toEqual([409, 'idempotency_key_reused'])
  })

  it('may succeed after an error', async () => {
    const headers = { 'idempotency-key': 'second try' }
    expect((await uploadPhoto(server, grace.token, await drawWall().jpeg().toBuffer(), { headers })).status).toBe(422)
    expect((await uploadPhoto(server, grace.token, leaf, { headers })).status).toBe(201)
  })
})
