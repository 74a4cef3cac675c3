import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, pendingPost, question, show } from '../testing/board.ts'
import { drawnLeaf, drawnWall, fetchLink, upload } from '../testing/drawings.ts'
import { pngBomb } from '../testing/odd-pngs.ts'
import { farmer, type Person } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'
import { sweepPostPhotos } from './post-photos.ts'

let w: World
let grace: Person
let joan: Person
beforeAll(async () => {
  w = await world()
  grace = await farmer(w)
  joan = await farmer(w)
})
afterAll(() => w.close())

const send = (person: Person, bytes: Uint8Array, headers: Record<string, string> = {}) =>
  w.call('POST /api/community/photos/', {
    token: person.token,
    headers,
    form: [{ name: 'image', value: new Blob([new Uint8Array(bytes)]) }],
  })
const jpeg = (seed: number) =>
  drawnLeaf({ seed })
    .withExif({ IFD0: { Artist: 'Grace', Copyright: 'Mbarara' } })
    .jpeg()
    .toBuffer()
const analysed = async (person: Person, seed: number) =>
  (await upload(w, person.token, await drawnLeaf({ seed, spots: true }).jpeg().toBuffer())).body

describe('a photo from the device', () => {
  it('is kept without what it says of its maker, whatever it shows, and goes into a post', async () => {
    for (const bytes of [await jpeg(1), await drawnWall().png().toBuffer()]) {
      const { status, body } = await send(grace, bytes)
      expect(status).toBe(201)
      const post = (await ask(w, grace, { image: body.id })).body
      const shown = await fetchLink(w, post.image)
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect(Buffer.from(await shown.arrayBuffer()).includes('Mbarara')).toBe(false)
    }
  })

  it('sent again with its Idempotency-Key is kept once', async () => {
    const headers = { 'idempotency-key': 'photo-1' }
    const [one, two] = [await send(grace, await jpeg(2), headers), await send(grace, await jpeg(2), headers)]
    expect(one.body.id).toBe(two.body.id)
  })

  it.each([
    ['no photo', Buffer.from('hello'), 415, 'unsupported_type'],
    ['nothing', Buffer.alloc(0), 422, 'image_unreadable'],
    ['half a photo', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1]), 422, 'image_unreadable'],
    ['more than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1, 0xff), 413, 'too_big'],
    ['more than 50 megapixels', pngBomb(), 422, 'image_too_large'],
  ])('is refused when it is %s', async (_what, bytes, status, error) => {
    expect((await send(grace, bytes)).body).toMatchObject({ status, error })
  })

  it('is one, and must be there', async () => {
    const none = await w.call('POST /api/community/photos/', { token: grace.token, form: [{ name: 'x', value: 'y' }] })
    expect(none.body).toMatchObject({ status: 400, error: 'no_file' })
    const value = new Blob([new Uint8Array(await jpeg(3))])
    const form = [
      { name: 'image', value },
      { name: 'image', value },
    ]
    const two = await w.call('POST /api/community/photos/', { token: grace.token, form })
    expect(two.body).toMatchObject({ status: 400, error: 'too_many_files' })
  })

  it('of somebody else goes into no post', async () => {
    const { body } = await send(grace, await jpeg(4))
    expect((await ask(w, joan, { image: body.id })).body.errors).toMatchObject([
      { field: 'image', message: 'This photo is not one of yours, or no longer kept. Please add it again.' },
    ])
  })
})

describe('a photo from an analysis', () => {
  it('goes into a post by the id of the analysis, beside what was found', async () => {
    const analysis = await analysed(grace, 1)
    const { status, body } = await ask(w, grace, { image: analysis.id, rust_detection: analysis.id })
    expect(status).toBe(201)
    const { rust_class, confidence, verdict } = analysis
    expect(body).toMatchObject({ rust_detection: analysis.id, rust_result: { rust_class, confidence, verdict } })
    const hashOf = (link: string) => new URL(link).pathname
    expect(hashOf(body.image)).toBe(hashOf(analysis.image))
    const found = { rust_class, confidence, verdict }
    expect((await show(w, grace, body.id)).body.rust_result).toEqual({ ...found, is_of_image: true })
    const other = await ask(w, grace, { rust_detection: analysis.id })
    expect(other.body.rust_result).toEqual({ ...found, is_of_image: false })
  })

  it('goes into a post by the id of one photo of a plant', async () => {
    const leaves = await Promise.all([11, 12].map(seed => drawnLeaf({ seed, spots: true }).jpeg().toBuffer()))
    const form = leaves.map(bytes => ({ name: 'images', value: new Blob([new Uint8Array(bytes)]) }))
    const plant = (await w.call('POST /analysis/plant-analyses/', { token: grace.token, form })).body
    const second = plant.photos[1]
    const { body } = await ask(w, grace, { image: second.id, rust_detection: plant.id })
    expect(new URL(body.image).pathname).toBe(new URL(second.image).pathname)
  })

  it('of somebody else does not, nor does their analysis', async () => {
    const analysis = await analysed(grace, 2)
    expect((await ask(w, joan, { image: analysis.id })).body.errors).toMatchObject([{ field: 'image' }])
    expect((await ask(w, joan, { rust_detection: analysis.id })).body.errors).toMatchObject([
      { field: 'rust_detection' },
    ])
    const own = await pendingPost(w, joan)
    const stolen = w.app.db.updateTable('posts').set({ analysis_id: analysis.id }).where('id', '=', own.id).execute()
    await expect(stolen).rejects.toMatchObject({ constraint: 'posts_analysis_is_of_its_farmer' })
  })
})

it('an edit keeps, changes or removes the photo as it says', async () => {
  const [first, second] = [(await send(grace, await jpeg(5))).body, (await send(grace, await jpeg(6))).body]
  const analysis = await analysed(grace, 3)
  const post = await pendingPost(w, grace, { image: first.id, rust_detection: analysis.id })
  const edited = async (changes: object) => {
    const body = { ...question(), ...changes }
    const answer = await w.call('PUT /api/community/posts/{id}/', { token: grace.token, params: { id: post.id }, body })
    const { image, rust_detection } = answer.body
    return [image && new URL(image).pathname, rust_detection]
  }
  const pathOf = ({ image }: { image: string }) => new URL(image).pathname
  expect(await edited({})).toEqual([pathOf(first), analysis.id])
  expect(await edited({ image: second.id })).toEqual([pathOf(second), analysis.id])
  expect(await edited({ image: '', rust_detection: null })).toEqual([null, null])
  expect(await edited({ image: first.id })).toEqual([pathOf(first), null])
})

it('uploads that no post came for are let go after a week, their photos too unless something shows them', async () => {
  const [lonely, posted] = [await send(joan, await jpeg(7)), await send(joan, await jpeg(8))]
  const post = (await ask(w, joan, { image: posted.body.id })).body
  const kept = async () =>
    Number((await sql<{ n: string }>`select count(*) as n from photos`.execute(w.app.db)).rows[0]?.n)
  const before = await kept()
  await sweepPostPhotos(w.app)
  expect(await kept()).toBe(before)
  w.clock.advance(8 * 24 * 3600_000)
  await sweepPostPhotos(w.app)
  const stays = await w.app.db
    .selectFrom('photos')
    .innerJoin('posts', 'posts.photo_hash', 'photos.hash')
    .select('posts.id')
    .execute()
  expect(stays.map(({ id }) => id)).toContain(post.id)
  const hashOf = (link: string) => new URL(link).pathname.split('/').slice(-2).join('').replace('.jpg', '')
  const rows = await w.app.db.selectFrom('photos').select('hash').execute()
  const hashes = rows.map(({ hash }) => hash)
  expect([hashes.includes(hashOf(lonely.body.image)), hashes.includes(hashOf(posted.body.image))]).toEqual([
    false,
    true,
  ])
  expect(await w.app.db.selectFrom('post_photos').select('id').execute()).toEqual([])
})

it('the hourly sweep lets uploads go', async () => {
  const { tasks } = await import('../jobs/tasks.ts')
  await w.app.db
    .insertInto('post_photos')
    .values({
      farmer_id: joan.id,
      photo_hash: (await w.app.db.selectFrom('photos').select('hash').executeTakeFirstOrThrow()).hash,
      created_at: new Date(0),
    })
    .execute()
  await tasks.sweep(w.app, {})
  expect(await w.app.db.selectFrom('post_photos').select('id').execute()).toEqual([])
})
