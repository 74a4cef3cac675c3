import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPendingPost, createPost, getPost, postBody } from '../../../testing/features/community.ts'
import { pngBomb } from '../../../testing/images/malformed-pngs.ts'
import { drawLeaf, drawWall, fetchLink, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { sweepPostPhotos } from './post-photos.ts'

let server: TestServer
let grace: TestUser
let joan: TestUser
beforeAll(async () => {
  server = await startTestServer()
  grace = await signUpFarmer(server)
  joan = await signUpFarmer(server)
})
afterAll(() => server.close())

const send = (person: TestUser, bytes: Uint8Array, headers: Record<string, string> = {}) =>
  server.request('POST /api/community/photos/', {
    token: person.token,
    headers,
    form: [{ name: 'image', value: new Blob([new Uint8Array(bytes)]) }],
  })
const jpeg = (seed: number) =>
  drawLeaf({ seed })
    .withExif({ IFD0: { Artist: 'Grace', Copyright: 'Mbarara' } })
    .jpeg()
    .toBuffer()
const analyze = async (person: TestUser, seed: number) =>
  (await uploadPhoto(server, person.token, await drawLeaf({ seed, spots: true }).jpeg().toBuffer())).body

describe('a photo from the device', () => {
  it('is stored without its metadata, whatever it shows, and can be used in a post', async () => {
    for (const bytes of [await jpeg(1), await drawWall().png().toBuffer()]) {
      const { status, body } = await send(grace, bytes)
      expect(status).toBe(201)
      const post = (await createPost(server, grace, { image: body.id })).body
      const shown = await fetchLink(server, post.image)
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect(Buffer.from(await shown.arrayBuffer()).includes('Mbarara')).toBe(false)
    }
  })

  it('makes another post of the same text, and the same photo does not', async () => {
    const [one, two] = [(await send(grace, await jpeg(32))).body.id, (await send(grace, await jpeg(33))).body.id]
    const text = { title: 'Two photos of one plant', content: 'Is it rust?' }
    expect((await createPost(server, grace, { ...text, image: one })).status).toBe(201)
    expect((await createPost(server, grace, { ...text, image: one })).body.error).toBe('duplicate_post')
    expect((await createPost(server, grace, { ...text, image: two })).status).toBe(201)
  })

  it('is stored once if it is sent again with the same Idempotency-Key', async () => {
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
  ])('is rejected if it is %s', async (_what, bytes, status, error) => {
    expect((await send(grace, bytes)).body).toMatchObject({ status, error })
  })

  it('must be present, and only one', async () => {
    const none = await server.request('POST /api/community/photos/', {
      token: grace.token,
      form: [{ name: 'x', value: 'y' }],
    })
    expect(none.body).toMatchObject({ status: 400, error: 'no_file' })
    const value = new Blob([new Uint8Array(await jpeg(3))])
    const form = [
      { name: 'image', value },
      { name: 'image', value },
    ]
    const two = await server.request('POST /api/community/photos/', { token: grace.token, form })
    expect(two.body).toMatchObject({ status: 400, error: 'too_many_files' })
  })

  it('of another user cannot be used in a post', async () => {
    const { body } = await send(grace, await jpeg(4))
    expect((await createPost(server, joan, { image: body.id })).body.errors).toMatchObject([
      { field: 'image', message: 'This photo is no longer available. Please add it again.' },
    ])
  })
})

describe('a photo from an analysis', () => {
  it('is used in a post by the id of the analysis, together with the result', async () => {
    const analysis = await analyze(grace, 1)
    const { status, body } = await createPost(server, grace, { image: analysis.id, rust_detection: analysis.id })
    expect(status).toBe(201)
    const { rust_class, confidence, verdict, band } = analysis
    expect(body).toMatchObject({ rust_detection: analysis.id, rust_result: { rust_class, confidence, verdict } })
    const getPath = (link: string) => new URL(link).pathname
    expect(getPath(body.image)).toBe(getPath(analysis.image))
    const answers = [{ question: 'powder', answer: 'yes' }]
    const answered = await server.request('PUT /analysis/rust-detection/{id}/answers/', {
      token: grace.token,
      params: { id: analysis.id },
      body: { answers },
    })
    expect(answered.status).toBe(200)
    const found = { rust_class, confidence, verdict, band, answers }
    expect((await getPost(server, grace, body.id)).body.rust_result).toEqual({ ...found, is_of_image: true })
    const other = await createPost(server, grace, { rust_detection: analysis.id })
    expect(other.body.rust_result).toEqual({ ...found, is_of_image: false })
  })

  it('is used in a post by the id of one photo of a plant', async () => {
    const leaves = await Promise.all([11, 12].map(seed => drawLeaf({ seed, spots: true }).jpeg().toBuffer()))
    const form = leaves.map(bytes => ({ name: 'images', value: new Blob([new Uint8Array(bytes)]) }))
    const plant = (await server.request('POST /analysis/plant-analyses/', { token: grace.token, form })).body
    const second = plant.photos[1]
    const { body } = await createPost(server, grace, { image: second.id, rust_detection: plant.id })
    expect(new URL(body.image).pathname).toBe(new URL(second.image).pathname)
  })

  it('of another user cannot be used, nor can the analysis', async () => {
    const analysis = await analyze(grace, 2)
    expect((await createPost(server, joan, { image: analysis.id })).body.errors).toMatchObject([{ field: 'image' }])
    expect((await createPost(server, joan, { rust_detection: analysis.id })).body.errors).toMatchObject([
      { field: 'rust_detection' },
    ])
    const own = await createPendingPost(server, joan)
    const foreign = server.app.db
      .updateTable('posts')
      .set({ analysis_id: analysis.id })
      .where('id', '=', own.id)
      .execute()
    await expect(foreign).rejects.toMatchObject({ constraint: 'posts_analysis_is_of_its_farmer' })
  })
})

it('an edit keeps, changes or removes the photo as requested', async () => {
  const [first, second] = [(await send(grace, await jpeg(5))).body, (await send(grace, await jpeg(6))).body]
  const analysis = await analyze(grace, 3)
  const post = await createPendingPost(server, grace, { image: first.id, rust_detection: analysis.id })
  const editPost = async (changes: object) => {
    const body = { ...postBody(), ...changes }
    const answer = await server.request('PUT /api/community/posts/{id}/', {
      token: grace.token,
      params: { id: post.id },
      body,
    })
    const { image, rust_detection } = answer.body
    return [image && new URL(image).pathname, rust_detection]
  }
  const getPath = ({ image }: { image: string }) => new URL(image).pathname
  expect(await editPost({})).toEqual([getPath(first), analysis.id])
  expect(await editPost({ image: second.id })).toEqual([getPath(second), analysis.id])
  expect(await editPost({ image: '', rust_detection: null })).toEqual([null, null])
  expect(await editPost({ image: first.id })).toEqual([getPath(first), null])
})

it('unused uploads are deleted after a week, with their photos unless something else uses them', async () => {
  const [unused, posted] = [await send(joan, await jpeg(7)), await send(joan, await jpeg(8))]
  const post = (await createPost(server, joan, { image: posted.body.id })).body
  const countPhotos = async () =>
    Number((await sql<{ n: string }>`select count(*) as n from photos`.execute(server.app.db)).rows[0]?.n)
  const before = await countPhotos()
  await sweepPostPhotos(server.app)
  expect(await countPhotos()).toBe(before)
  server.clock.advance(8 * 24 * 3600_000)
  await sweepPostPhotos(server.app)
  const stays = await server.app.db
    .selectFrom('photos')
    .innerJoin('posts', 'posts.photo_hash', 'photos.hash')
    .select('posts.id')
    .execute()
  expect(stays.map(({ id }) => id)).toContain(post.id)
  const getHash = (link: string) => new URL(link).pathname.split('/').slice(-2).join('').replace('.jpg', '')
  const rows = await server.app.db.selectFrom('photos').select('hash').execute()
  const hashes = rows.map(({ hash }) => hash)
  expect([hashes.includes(getHash(unused.body.image)), hashes.includes(getHash(posted.body.image))]).toEqual([
    false,
    true,
  ])
  expect(await server.app.db.selectFrom('post_photos').select('id').execute()).toEqual([])
})

it('the hourly sweep deletes unused uploads', async () => {
  const { tasks } = await import('../../../tasks.ts')
  await server.app.db
    .insertInto('post_photos')
    .values({
      farmer_id: joan.id,
      photo_hash: (await server.app.db.selectFrom('photos').select('hash').executeTakeFirstOrThrow()).hash,
      created_at: new Date(0),
    })
    .execute()
  await tasks.sweep(server.app)
  expect(await server.app.db.selectFrom('post_photos').select('id').execute()).toEqual([])
})
