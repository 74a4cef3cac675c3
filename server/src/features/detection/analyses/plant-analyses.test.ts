import { detection } from '@kutu/contract/detection'
import { imageLimits } from '@kutu/contract/upload-limits'
import type { LeafDetection } from '@kutu/vision/inference/detect'
import { detectPlant } from '@kutu/vision/inference/plant'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { drawLeaf, drawWall, fetchLink, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
let leaves: Buffer[]
let wall: Buffer
beforeAll(async () => {
  server = await startTestServer()
  grace = await signUpFarmer(server)
  const drawn = Array.from({ length: 7 }, (_, i) => drawLeaf({ seed: 40 + i, spots: i % 2 === 0, width: 300 }))
  leaves = await Promise.all(drawn.map(leaf => leaf.jpeg().toBuffer()))
  wall = await drawWall().jpeg().toBuffer()
})
afterAll(() => server.close())

const endpoint = 'POST /analysis/plant-analyses/'

type UploadOptions = { token?: string | undefined; fields?: Record<string, string>; headers?: Record<string, string> }

function uploadPlant(photos: Uint8Array[], options: UploadOptions = {}) {
  const { fields = {}, headers = {} } = options
  return server.request(endpoint, {
    token: 'token' in options ? options.token : grace.token,
    headers,
    form: [
      ...Object.entries(fields).map(([name, value]) => ({ name, value })),
      ...photos.map(bytes => ({ name: 'images', value: new Blob([new Uint8Array(bytes)]) })),
    ],
  })
}

const firstLeaves = (count: number) => leaves.slice(0, count)
const getAnalysis = (id: string, language = 'en', token = grace.token) =>
  server.request('GET /analysis/rust-detection/{id}/', {
    token,
    params: { id },
    headers: { 'accept-language': language },
  })
const countRows = async (table: 'analyses' | 'analysis_photos' | 'photos') => {
  const rows = server.app.db.selectFrom(table).select(({ fn }) => fn.countAll<string>().as('rows'))
  return Number((await rows.executeTakeFirstOrThrow()).rows)
}

describe('the joint answer', () => {
  it('matches the contract, with the photos in the order they were sent', async () => {
    const { status, body } = await uploadPlant(firstLeaves(3))
    expect(status).toBe(201)
    const answer = detection.detectPlant.reply.parse(body)
    expect(answer.photos.map(({ position }) => position)).toEqual([1, 2, 3])
    for (const [i, photo] of answer.photos.entries()) {
      const { body: alone } = await uploadPhoto(server, grace.token, leaves[i] ?? Buffer.alloc(0))
      const { rust_class, confidence, verdict, image, heatmap } = alone
      expect(photo).toMatchObject({ is_leaf: true, rust_class, confidence, verdict, image, heatmap, message: null })
    }
    expect(answer.photos.map(({ image }) => image)).toContain(answer.image)
    expect((await fetchLink(server, answer.image)).status).toBe(200)
  })

  it('combines the predictions of all leaves', async () => {
    const detections = await Promise.all(firstLeaves(4).map(bytes => server.app.vision.detect(bytes)))
    const expected = detectPlant(
      detections.filter((each): each is LeafDetection => each.isLeaf),
      server.app.vision.card,
      null,
    )
    const { body } = await uploadPlant(firstLeaves(4))
    expect(body).toMatchObject({ rust_class: expected.rustClass, verdict: expected.verdict })
    expect(body.confidence).toBeCloseTo(expected.confidence, 9)
    expect(body.probabilities.common_rust).toBeCloseTo(expected.probabilities.common_rust, 9)
    expect(body.feedback.confidence).toBe(body.confidence)
  })

  it('does not count the same photo twice as evidence', async () => {
    const [leaf = Buffer.alloc(0)] = leaves
    const { body: alone } = await uploadPhoto(server, grace.token, leaf)
    const { body } = await uploadPlant([leaf, leaf, leaf])
    expect(body.confidence).toBe(alone.confidence)
    expect(body.photos).toHaveLength(3)
  })

  it('respects the crop chosen by the farmer', async () => {
    const { body } = await uploadPlant(firstLeaves(2), { fields: { crop_type: 'WHEAT' } })
    expect(body.crop).toBe('wheat')
    const tea = await uploadPlant(firstLeaves(2), { fields: { crop_type: 'TEA' } })
    expect([tea.status, tea.body.errors]).toEqual([400, [{ field: 'crop_type', message: expect.any(String) }]])
  })
})

describe('a photo without a leaf among others', () => {
  it('is named and left out, in the reader’s language, and not stored', async () => {
    const [first = wall, second = wall] = leaves
    const before = await countRows('photos')
    const { status, body } = await uploadPlant([first, wall, second])
    expect(status).toBe(201)
    expect(await countRows('photos')).toBe(before)
    const { body: without } = await uploadPlant([first, second])
    expect([body.rust_class, body.confidence]).toEqual([without.rust_class, without.confidence])
    const leftOut = {
      id: expect.any(String),
      position: 2,
      is_leaf: false,
      image: null,
      heatmap: null,
      rust_class: null,
      confidence: null,
      verdict: null,
      band: null,
      quality: expect.any(Array),
    }
    expect(body.photos[1]).toEqual({ ...leftOut, message: 'Photo 2 shows no leaf, so it was left out.' })
    expect((await getAnalysis(body.id, 'sw')).body.photos[1].message).toContain('Picha ya 2')
    expect((await getAnalysis(body.id, 'lg')).body.photos[1].message).toContain('Ekifaananyi ekya 2')
  })

  it('gives no answer if no photo shows a leaf: nothing is stored or counted', async () => {
    const before = [await countRows('analyses'), await countRows('analysis_photos')]
    const { status, body } = await uploadPlant([wall, await drawWall().png().toBuffer()])
    expect([status, body.error]).toEqual([422, 'not_a_leaf'])
    expect([await countRows('analyses'), await countRows('analysis_photos')]).toEqual(before)
  })
})

describe('the plant history', () => {
  it('lists a plant as one analysis with its photos and counts it once', async () => {
    const amina = await signUpFarmer(server)
    const { body } = await uploadPlant(firstLeaves(4), { token: amina.token })
    await uploadPhoto(server, amina.token, leaves[0] ?? wall)
    expect((await getAnalysis(body.id, 'en', amina.token)).body).toEqual(body)
    const { body: listed } = await server.request('GET /analysis/rust-detection/', { token: amina.token })
    expect(listed.count).toBe(2)
    const plant = listed.results.find(({ id }: { id: string }) => id === body.id)
    expect(plant).toEqual(body)
    const single = listed.results.find(({ id }: { id: string }) => id !== body.id)
    expect(single).not.toHaveProperty('photos')
    const { body: stats } = await server.request('GET /api/dashboard/stats/', { token: amina.token })
    expect(stats.totalImagesAnalyzed).toBe(2)
  })

  it('shows a plant only to its farmer', async () => {
    const { body } = await uploadPlant(firstLeaves(2))
    const other = await signUpFarmer(server)
    expect((await getAnalysis(body.id, 'en', other.token)).status).toBe(404)
  })

  it('rejects a leaf without an answer, and two photos at one position', async () => {
    const { body } = await uploadPlant(firstLeaves(2))
    const row = { analysis_id: body.id, photo_id: null, heatmap: null, rust_class: null, confidence: null }
    const add = (values: { position: number; verdict: 'confident' | null }) =>
      server.app.db
        .insertInto('analysis_photos')
        .values({ ...row, ...values })
        .execute()
    await expect(add({ position: 3, verdict: 'confident' })).rejects.toThrow('leaf_has_an_answer')
    await expect(add({ position: 2, verdict: null })).rejects.toThrow('one_per_position')
    await expect(add({ position: 7, verdict: null })).rejects.toThrow('check constraint')
  })
})

describe('limits', () => {
  it.each([2, 6])('%i photos are accepted', async count => {
    const { status, body } = await uploadPlant(firstLeaves(count))
    expect([status, body.photos?.length]).toEqual([201, count])
  })

  it('one photo is too few, reported on its field; none is no_file', async () => {
    const one = await uploadPlant(firstLeaves(1))
    expect([one.status, one.body.error]).toEqual([400, 'validation_failed'])
    expect(one.body.errors).toEqual([{ field: 'images', message: 'Choose 2 to 6 photos of one plant.' }])
    const none = await uploadPlant([], { fields: { crop_type: 'MAIZE' } })
    expect([none.status, none.body.error]).toEqual([400, 'no_file'])
    const image = { name: 'image', value: new Blob([new Uint8Array(wall)]) }
    const elsewhere = await server.request(endpoint, { token: grace.token, form: [image, image] })
    expect([elsewhere.status, elsewhere.body.error]).toEqual([400, 'no_file'])
    const json = await server.request(endpoint, { token: grace.token, body: { images: [] } })
    expect([json.status, json.body.error]).toEqual([400, 'no_file'])
  })

  it.each([
    ['en', 'You can upload at most 6 images at a time'],
    ['sw', 'Unaweza kupakia picha 6 tu kwa wakati mmoja'],
    ['lg', 'Osobola okuteekawo ebifaananyi 6 byokka omulundi gumu'],
  ])('seven photos are too many, reported in %s', async (language, sentence) => {
    const { status, body } = await uploadPlant(leaves, { headers: { 'accept-language': language } })
    expect([status, body.error, body.message]).toEqual([400, 'too_many_files', sentence])
  })

  it.each<[string, (leaf: Buffer) => Buffer, number, string]>([
    ['damaged', leaf => leaf.subarray(0, leaf.length / 2), 422, 'image_unreadable'],
    ['empty', () => Buffer.alloc(0), 422, 'image_unreadable'],
    ['of another type', () => Buffer.from('Dear farmer'), 415, 'unsupported_type'],
  ])('a photo that is %s is named, and nothing is stored', async (_, damage, status, code) => {
    const before = await countRows('analyses')
    const [first = wall, second = wall] = leaves
    const answer = await uploadPlant([first, damage(second)])
    expect([answer.status, answer.body.error]).toEqual([status, code])
    expect(answer.body.errors).toEqual([{ field: 'images.1', message: answer.body.message }])
    expect(await countRows('analyses')).toBe(before)
  })

  it('a photo above 5 MB is too big, and named; six of exactly 5 MB are accepted', async () => {
    const [first = wall] = leaves
    const padded = (leaf: Buffer, bytes: number) => Buffer.concat([leaf, Buffer.alloc(bytes - leaf.length)])
    const { status, body } = await uploadPlant([first, padded(first, imageLimits.bytes + 1)])
    expect([status, body.error]).toEqual([413, 'too_big'])
    expect(body.errors).toEqual([{ field: 'images.1', message: body.message }])
    const largest = await uploadPlant(firstLeaves(6).map(leaf => padded(leaf, imageLimits.bytes)))
    expect(largest.status).toBe(201)
  })
})

describe('access to plant analyses', () => {
  it('is open to every signed-in user, including experts awaiting approval, and to nobody else', async () => {
    const unapprovedExpert = await signUpExpert(server)
    expect((await uploadPlant(firstLeaves(2), { token: unapprovedExpert.token })).status).toBe(201)
    expect((await uploadPlant(firstLeaves(2), { token: undefined })).status).toBe(401)
    expect((await uploadPlant(firstLeaves(2), { token: 'forged.token.here' })).status).toBe(401)
  })
})

describe('a retry with the same Idempotency-Key', () => {
  it('returns the first analysis again, even for concurrent retries, and adds one', async () => {
    const [analyses, photos] = [await countRows('analyses'), await countRows('analysis_photos')]
    const headers = { 'idempotency-key': 'plant-1' }
    const answers = await Promise.all(Array.from({ length: 4 }, () => uploadPlant(firstLeaves(3), { headers })))
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(201))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect([await countRows('analyses'), await countRows('analysis_photos')]).toEqual([analyses + 1, photos + 3])
    const other = await uploadPlant(firstLeaves(2), { headers })
    expect([other.status, other.body.error]).toEqual([409, 'idempotency_key_reused'])
  })

  it('may succeed after an error', async () => {
    const headers = { 'idempotency-key': 'plant-2' }
    expect((await uploadPlant([wall, wall], { headers })).status).toBe(422)
    expect((await uploadPlant(firstLeaves(2), { headers })).status).toBe(201)
  })
})

describe('plants with the same photos', () => {
  it('do not deadlock when sent concurrently in opposite orders', async () => {
    const photos = await Promise.all([60, 61, 62, 63].map(seed => drawLeaf({ seed, spots: true }).jpeg().toBuffer()))
    const people = [
      await signUpFarmer(server),
      await signUpFarmer(server),
      await signUpFarmer(server),
      await signUpFarmer(server),
    ]
    const answers = await Promise.all(
      people.map(({ token }, i) => uploadPlant(i % 2 === 0 ? photos : [...photos].reverse(), { token })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(201))
    expect(new Set(answers.map(({ body }) => body.confidence)).size).toBe(1)
    const hashes = await server.app.db.selectFrom('photos').select('hash').execute()
    expect(new Set(hashes.map(({ hash }) => hash)).size).toBe(hashes.length)
  })
})

// Last in this file, because it moves the clock past every session's expiry.
it('the nightly sweep keeps every picture of a plant', async () => {
  const { body } = await uploadPlant(firstLeaves(3))
  server.clock.advance(25 * 3600 * 1000)
  await withTransaction(server.app, tx => enqueue(tx, 'sweep_files', {}))
  await server.runJobs()
  const { token } = await signUpFarmer(server)
  expect((await uploadPlant(firstLeaves(3), { token })).status).toBe(201)
  const keys = body.photos.flatMap(({ image, heatmap }: { image: string; heatmap: string | null }) =>
    [image, heatmap].flatMap(link => (link ? [new URL(link, server.url).pathname.slice('/files/'.length)] : [])),
  )
  expect(keys.length).toBeGreaterThan(2)
  for (const key of keys)
    expect((await fetchLink(server, server.app.files.signedUrl(key, server.url))).status).toBe(200)
})
