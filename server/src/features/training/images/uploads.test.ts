import { randomBytes } from 'node:crypto'
import { training } from '@kutu/contract/training/training'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listOwnImages, submitTrainingImage } from '../../../testing/features/training.ts'
import { drawLeaf, drawWall, fetchLink } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  createTestAdmin,
  signUpApprovedExpert,
  signUpExpert,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'

let server: TestServer
let [grace, okello, amina]: TestUser[] = []
let seed = 100
/** Draws a leaf that no other test has used. */
const createLeafPhoto = () => drawLeaf({ seed: ++seed }).jpeg().toBuffer()
const requireUser = (person: TestUser | undefined): TestUser => {
  if (!person) throw new Error('the user was not created')
  return person
}

beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  const admin = await createTestAdmin(server)
  grace = await signUpApprovedExpert(server, admin)
  okello = await signUpApprovedExpert(server, admin)
  amina = await signUpFarmer(server)
})
afterAll(() => server.close())

describe('a training photo', () => {
  it('matches the contract, is stored without EXIF and shown by a signed link', async () => {
    const bytes = await drawLeaf({ seed: ++seed })
      .withExif({ IFD0: { Artist: 'Grace' }, IFD3: { GPSLatitude: '0/1 18/1 0/1', GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer()
    const { status, body } = await submitTrainingImage(server, requireUser(grace), bytes, {
      fields: { crop_type: 'MAIZE' },
    })
    expect(status).toBe(201)
    const image = training.uploadTrainingImage.reply.parse(body)
    expect(image).toMatchObject({ label: 'healthy', crop_type: 'MAIZE', origin: 'upload' })
    expect(image.model?.version).toBe(server.app.vision.active.version)
    const stored = await fetchLink(server, image.image ?? '')
    expect(stored.status).toBe(200)
    expect((await sharp(Buffer.from(await stored.arrayBuffer())).metadata()).exif).toBeUndefined()
  })

  it.each([
    ['en', 'Please upload a valid image for training.', 'Please select a label for training.'],
    ['sw', 'Tafadhali pakia picha halali ya mafunzo.', 'Tafadhali chagua lebo ya mafunzo.'],
  ])('a missing photo or label is reported in %s', async (language, noImage, noLabel) => {
    const headers = { 'accept-language': language }
    const missingImage = await server.request('POST /analysis/upload-training-images/', {
      token: requireUser(grace).token,
      headers,
      form: [{ name: 'label', value: 'healthy' }],
    })
    expect(missingImage.body).toMatchObject({ status: 400, error: 'no_file', message: noImage })
    const unlabeled = await submitTrainingImage(server, requireUser(grace), await createLeafPhoto(), {
      label: '',
      headers,
    })
    expect(unlabeled.body).toMatchObject({ status: 400, error: 'label_required', message: noLabel })
    expect(unlabeled.body.errors[0].field).toBe('label')
  })

  it('with an unknown label or crop is rejected and the field is named', async () => {
    const wrong = await submitTrainingImage(server, requireUser(grace), await createLeafPhoto(), {
      label: 'rusty',
      fields: { crop_type: 'TEA' },
    })
    expect(wrong.status).toBe(400)
    expect(wrong.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(['crop_type', 'label'])
  })

  it('is accepted when the model sees no leaf in it, because the expert decides', async () => {
    const line = (i: number) =>
      `<rect x="20" y="${20 + i * 20}" width="${200 + ((i * 37) % 80)}" height="8" fill="#222"/>`
    const lines = Array.from({ length: 10 }, (_, i) => line(i)).join('')
    const page = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><rect width="320" height="240" fill="#fff"/>${lines}</svg>`
    const photo = await sharp(Buffer.from(page)).png().toBuffer()
    expect((await server.app.vision.detect(photo)).isLeaf).toBe(false)
    const { status, body } = await submitTrainingImage(server, requireUser(grace), photo)
    expect([status, body.model?.is_leaf]).toEqual([201, false])
  })

  it('that is blank, of another type or broken is rejected with a reason and not stored', async () => {
    const before = (await listOwnImages(server, requireUser(grace))).body.count
    const wall = await submitTrainingImage(server, requireUser(grace), await drawWall().jpeg().toBuffer())
    expect([wall.status, wall.body.error]).toEqual([422, 'not_a_leaf'])
    const noise = await submitTrainingImage(server, requireUser(grace), randomBytes(5000))
    expect([noise.status, noise.body.error]).toEqual([415, 'unsupported_type'])
    const cut = await submitTrainingImage(server, requireUser(grace), (await createLeafPhoto()).subarray(0, 2000))
    expect([cut.status, cut.body.error]).toEqual([422, 'image_unreadable'])
    const big = await submitTrainingImage(
      server,
      requireUser(grace),
      Buffer.concat([await createLeafPhoto(), randomBytes(6_000_000)]),
    )
    expect([big.status, big.body.message]).toEqual([413, 'File too big (max: 5 MB)'])
    expect((await listOwnImages(server, requireUser(grace))).body.count).toBe(before)
  })

  it('can be submitted by approved experts only', async () => {
    const bytes = await createLeafPhoto()
    const waiting = await signUpExpert(server)
    expect((await submitTrainingImage(server, waiting, bytes)).body.error).toBe('approval_pending')
    expect((await submitTrainingImage(server, requireUser(amina), bytes)).body.error).toBe('forbidden')
    expect((await submitTrainingImage(server, { token: 'forged' }, bytes)).status).toBe(401)
  })
})

describe('the same photo again', () => {
  it.each([
    ['the same bytes', (bytes: Buffer) => bytes],
    ['re-encoded and smaller', (bytes: Buffer) => sharp(bytes).resize(300, 300).jpeg({ quality: 70 }).toBuffer()],
    ['a little brighter, as PNG', (bytes: Buffer) => sharp(bytes).modulate({ brightness: 1.08 }).png().toBuffer()],
  ])('from the same expert is rejected and not counted: %s', async (_, change) => {
    const bytes = await createLeafPhoto()
    expect((await submitTrainingImage(server, requireUser(grace), bytes)).status).toBe(201)
    const { count } = (await listOwnImages(server, requireUser(grace))).body
    const again = await submitTrainingImage(server, requireUser(grace), await change(bytes))
    expect([again.status, again.body.error]).toEqual([409, 'duplicate_image'])
    expect((await listOwnImages(server, requireUser(grace))).body.count).toBe(count)
  })

  it('from another expert counts once, as a second opinion', async () => {
    const bytes = await createLeafPhoto()
    const first = await submitTrainingImage(server, requireUser(grace), bytes)
    const second = await submitTrainingImage(
      server,
      requireUser(okello),
      await sharp(bytes).jpeg({ quality: 60 }).toBuffer(),
    )
    expect(second.body).toMatchObject({ state: 'duplicate', reason: 'seen_before' })
    const own = (await listOwnImages(server, requireUser(grace))).body.results.find(
      ({ id }: { id: string }) => id === first.body.id,
    )
    expect(own.state).toBe('accepted')
  })

  it('sent eight times concurrently is one photo', async () => {
    const bytes = await createLeafPhoto()
    const before = (await listOwnImages(server, requireUser(grace))).body.count
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => submitTrainingImage(server, requireUser(grace), bytes)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error === 'duplicate_image')).toHaveLength(7)
    expect((await listOwnImages(server, requireUser(grace))).body.count).toBe(before + 1)
  })

  it('under the same Idempotency-Key returns the first result', async () => {
    const bytes = await createLeafPhoto()
    const headers = { 'idempotency-key': 'training-1' }
    const first = await submitTrainingImage(server, requireUser(grace), bytes, { headers })
    const again = await submitTrainingImage(server, requireUser(grace), bytes, { headers })
    expect([again.status, again.body.id]).toEqual([201, first.body.id])
  })
})

describe('own contributions', () => {
  it('are listed newest first, filtered by state, and visible to their owner only', async () => {
    const { body } = await listOwnImages(server, requireUser(okello))
    const times = body.results.map(({ uploaded_at }: { uploaded_at: string }) => uploaded_at)
    expect(times).toEqual([...times].sort().reverse())
    const duplicates = (await listOwnImages(server, requireUser(okello), { state: 'duplicate' })).body
    expect(duplicates.count).toBe(duplicates.results.length)
    expect(duplicates.results.every(({ state }: { state: string }) => state === 'duplicate')).toBe(true)
    const foreignId = body.results[0].id
    const response = await server.request('DELETE /analysis/upload-training-images/{id}/', {
      token: requireUser(grace).token,
      params: { id: foreignId },
    })
    expect(response.status).toBe(404)
  })

  it('can be withdrawn: the photo is erased, and the next submitter of the same leaf takes its place', async () => {
    const bytes = await createLeafPhoto()
    const first = (await submitTrainingImage(server, requireUser(grace), bytes)).body
    const second = (await submitTrainingImage(server, requireUser(okello), bytes)).body
    const withdraw = () =>
      server.request('DELETE /analysis/upload-training-images/{id}/', {
        token: requireUser(grace).token,
        params: { id: first.id },
      })
    expect((await withdraw()).status).toBe(204)
    expect((await withdraw()).body.error).toBe('already_decided')
    const withdrawn = (await listOwnImages(server, requireUser(grace), { state: 'withdrawn' })).body.results[0]
    expect(withdrawn).toMatchObject({ id: first.id, image: null, model: null })
    const successor = (await listOwnImages(server, requireUser(okello))).body.results.find(
      ({ id }: { id: string }) => id === second.id,
    )
    expect(successor.state).not.toBe('duplicate')
    expect((await fetchLink(server, successor.image)).status).toBe(200)
    expect((await submitTrainingImage(server, requireUser(grace), bytes)).body.state).toBe('duplicate')
  })
})
