import { randomBytes } from 'node:crypto'
import { training } from '@kutu/contract/training'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawnLeaf, drawnWall, fetchLink } from '../testing/drawings.ts'
import { approvedExpert, expert, farmer, newAdmin, type Person } from '../testing/people.ts'
import { ownImages, teach } from '../testing/training.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let [grace, okello, amina]: Person[] = []
let seed = 100
/** A leaf never drawn before. */
const aLeaf = () => drawnLeaf({ seed: ++seed }).jpeg().toBuffer()
const present = (person: Person | undefined): Person => {
  if (!person) throw new Error('nobody')
  return person
}

beforeAll(async () => {
  w = await world({ expertApproval: 'manual' })
  const admin = await newAdmin(w)
  grace = await approvedExpert(w, admin)
  okello = await approvedExpert(w, admin)
  amina = await farmer(w)
})
afterAll(() => w.close())

describe('a training photo', () => {
  it('is answered as the contract says, stored without EXIF and shown by a signed link', async () => {
    const bytes = await drawnLeaf({ seed: ++seed })
      .withExif({ IFD0: { Artist: 'Grace' }, IFD3: { GPSLatitude: '0/1 18/1 0/1', GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer()
    const { status, body } = await teach(w, present(grace), bytes, { fields: { crop_type: 'MAIZE' } })
    expect(status).toBe(201)
    const image = training.uploadTrainingImage.reply.parse(body)
    expect(image).toMatchObject({ label: 'healthy', crop_type: 'MAIZE', origin: 'upload' })
    expect(image.model?.version).toBe(w.app.vision.active.version)
    const stored = await fetchLink(w, image.image ?? '')
    expect(stored.status).toBe(200)
    expect((await sharp(Buffer.from(await stored.arrayBuffer())).metadata()).exif).toBeUndefined()
  })

  it.each([
    ['en', 'Please upload a valid image for training.', 'Please select a label for training.'],
    ['sw', 'Tafadhali pakia picha halali ya mafunzo.', 'Tafadhali chagua lebo ya mafunzo.'],
  ])('is asked for in %s where it is missing, and so is its label', async (language, noImage, noLabel) => {
    const headers = { 'accept-language': language }
    const none = await w.call('POST /analysis/upload-training-images/', {
      token: present(grace).token,
      headers,
      form: [{ name: 'label', value: 'healthy' }],
    })
    expect(none.body).toMatchObject({ status: 400, error: 'no_file', message: noImage })
    const unlabelled = await teach(w, present(grace), await aLeaf(), { label: '', headers })
    expect(unlabelled.body).toMatchObject({ status: 400, error: 'label_required', message: noLabel })
    expect(unlabelled.body.errors[0].field).toBe('label')
  })

  it('with a label or crop that no list has is refused, naming the field', async () => {
    const wrong = await teach(w, present(grace), await aLeaf(), { label: 'rusty', fields: { crop_type: 'TEA' } })
    expect(wrong.status).toBe(400)
    expect(wrong.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(['crop_type', 'label'])
  })

  it('of no leaf, of another type, or broken is refused with a reason, and not kept', async () => {
    const before = (await ownImages(w, present(grace))).body.count
    const wall = await teach(w, present(grace), await drawnWall().jpeg().toBuffer())
    expect([wall.status, wall.body.error]).toEqual([422, 'not_a_leaf'])
    const noise = await teach(w, present(grace), randomBytes(5000))
    expect([noise.status, noise.body.error]).toEqual([415, 'unsupported_type'])
    const cut = await teach(w, present(grace), (await aLeaf()).subarray(0, 2000))
    expect([cut.status, cut.body.error]).toEqual([422, 'image_unreadable'])
    const big = await teach(w, present(grace), Buffer.concat([await aLeaf(), randomBytes(6_000_000)]))
    expect([big.status, big.body.message]).toEqual([413, 'File too big (max: 5 MB)'])
    expect((await ownImages(w, present(grace))).body.count).toBe(before)
  })

  it('is for approved experts: nobody else may teach the model', async () => {
    const bytes = await aLeaf()
    const waiting = await expert(w)
    expect((await teach(w, waiting, bytes)).body.error).toBe('approval_pending')
    expect((await teach(w, present(amina), bytes)).body.error).toBe('forbidden')
    expect((await teach(w, { token: 'forged' }, bytes)).status).toBe(401)
  })
})

describe('the same photo again', () => {
  it.each([
    ['the same bytes', (bytes: Buffer) => bytes],
    ['encoded anew and smaller', (bytes: Buffer) => sharp(bytes).resize(300, 300).jpeg({ quality: 70 }).toBuffer()],
    ['a little brighter, as PNG', (bytes: Buffer) => sharp(bytes).modulate({ brightness: 1.08 }).png().toBuffer()],
  ])('from the same expert is told and not counted: %s', async (_, change) => {
    const bytes = await aLeaf()
    expect((await teach(w, present(grace), bytes)).status).toBe(201)
    const { count } = (await ownImages(w, present(grace))).body
    const again = await teach(w, present(grace), await change(bytes))
    expect([again.status, again.body.error]).toEqual([409, 'duplicate_image'])
    expect((await ownImages(w, present(grace))).body.count).toBe(count)
  })

  it('from another expert counts once, as a second opinion', async () => {
    const bytes = await aLeaf()
    const first = await teach(w, present(grace), bytes)
    const second = await teach(w, present(okello), await sharp(bytes).jpeg({ quality: 60 }).toBuffer())
    expect(second.body).toMatchObject({ state: 'duplicate', reason: 'seen_before' })
    const own = (await ownImages(w, present(grace))).body.results.find(({ id }: { id: string }) => id === first.body.id)
    expect(own.state).toBe('accepted')
  })

  it('sent eight times at once is one photo', async () => {
    const bytes = await aLeaf()
    const before = (await ownImages(w, present(grace))).body.count
    const answers = await Promise.all(Array.from({ length: 8 }, () => teach(w, present(grace), bytes)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error === 'duplicate_image')).toHaveLength(7)
    expect((await ownImages(w, present(grace))).body.count).toBe(before + 1)
  })

  it('under the same Idempotency-Key answers the first result', async () => {
    const bytes = await aLeaf()
    const headers = { 'idempotency-key': 'training-1' }
    const first = await teach(w, present(grace), bytes, { headers })
    const again = await teach(w, present(grace), bytes, { headers })
    expect([again.status, again.body.id]).toEqual([201, first.body.id])
  })
})

describe('own contributions', () => {
  it('are listed newest first, by state, and nobody else sees them', async () => {
    const { body } = await ownImages(w, present(okello))
    const times = body.results.map(({ uploaded_at }: { uploaded_at: string }) => uploaded_at)
    expect(times).toEqual([...times].sort().reverse())
    const duplicates = (await ownImages(w, present(okello), { state: 'duplicate' })).body
    expect(duplicates.count).toBe(duplicates.results.length)
    expect(duplicates.results.every(({ state }: { state: string }) => state === 'duplicate')).toBe(true)
    const foreign = body.results[0].id
    const taken = await w.call('DELETE /analysis/upload-training-images/{id}/', {
      token: present(grace).token,
      params: { id: foreign },
    })
    expect(taken.status).toBe(404)
  })

  it('can be withdrawn: the photo is forgotten, and whoever sent the same leaf takes its place', async () => {
    const bytes = await aLeaf()
    const first = (await teach(w, present(grace), bytes)).body
    const second = (await teach(w, present(okello), bytes)).body
    const withdraw = () =>
      w.call('DELETE /analysis/upload-training-images/{id}/', { token: present(grace).token, params: { id: first.id } })
    expect((await withdraw()).status).toBe(204)
    expect((await withdraw()).body.error).toBe('already_decided')
    const gone = (await ownImages(w, present(grace), { state: 'withdrawn' })).body.results[0]
    expect(gone).toMatchObject({ id: first.id, image: null, model: null })
    const heir = (await ownImages(w, present(okello))).body.results.find(({ id }: { id: string }) => id === second.id)
    expect(heir.state).not.toBe('duplicate')
    expect((await fetchLink(w, heir.image)).status).toBe(200)
    expect((await teach(w, present(grace), bytes)).body.state).toBe('duplicate')
  })
})
