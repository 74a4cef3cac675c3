import { connect } from 'node:net'
import { imageLimits } from '@kutu/contract/limits'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawnLeaf, fetchLink, upload } from '../testing/drawings.ts'
import { animatedPng, pngBomb } from '../testing/odd-pngs.ts'
import { farmer, type Person } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let grace: Person
let leaf: Buffer
beforeAll(async () => {
  w = await world()
  grace = await farmer(w)
  leaf = await drawnLeaf({ seed: 5, spots: true }).jpeg().toBuffer()
})
afterAll(() => w.close())

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="green"/></svg>'

describe.each(['rust', 'leaf'] as const)('%s-detection', call => {
  const send = (bytes: Uint8Array, filename?: string) =>
    upload(w, grace.token, bytes, { call, ...(filename ? { filename } : {}) })

  it.each<[string, () => Promise<Buffer> | Buffer, number, string]>([
    ['an empty file', () => Buffer.alloc(0), 422, 'image_unreadable'],
    ['text under the name of a photo', () => Buffer.from('This is a letter.'), 415, 'unsupported_type'],
    [
      'a web page under the name of a photo',
      () => Buffer.from('<!doctype html><script>alert(1)</script>'),
      415,
      'unsupported_type',
    ],
    ['an SVG', () => Buffer.from(svg), 415, 'unsupported_type'],
    ['a WebP', () => drawnLeaf().webp().toBuffer(), 415, 'unsupported_type'],
    ['a GIF', () => drawnLeaf({ width: 60, height: 60 }).gif().toBuffer(), 415, 'unsupported_type'],
    ['a TIFF', () => drawnLeaf().tiff().toBuffer(), 415, 'unsupported_type'],
    ['an AVIF', () => drawnLeaf({ width: 60, height: 60 }).avif().toBuffer(), 415, 'unsupported_type'],
    ['a PDF that hides a JPEG', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), leaf]), 415, 'unsupported_type'],
    ['a JPEG cut in half', () => leaf.subarray(0, leaf.length / 2), 422, 'image_unreadable'],
    ['only the first bytes of a JPEG', () => leaf.subarray(0, 4), 422, 'image_unreadable'],
    ['a PNG cut short', async () => (await drawnLeaf().png().toBuffer()).subarray(0, 5000), 422, 'image_unreadable'],
    [
      'a JPEG head before noise',
      () => Buffer.concat([leaf.subarray(0, 3), Buffer.alloc(4000, 7)]),
      422,
      'image_unreadable',
    ],
    ['a PNG bomb of 900 megapixels', pngBomb, 422, 'image_too_large'],
    ['more than 5 MB', () => Buffer.concat([leaf, Buffer.alloc(imageLimits.bytes)]), 413, 'too_big'],
  ])('refuses %s', async (_, make, status, word) => {
    const { status: answered, body } = await send(await make())
    expect([answered, body.error]).toEqual([status, word])
    expect(body.message).not.toBe('')
    expect(Object.keys(body).sort()).toEqual(['error', 'message', 'status'])
  })

  it.each<[string, () => Promise<Buffer>]>([
    ['a PNG named .jpg', () => drawnLeaf().png().toBuffer()],
    ['a grayscale JPEG', () => drawnLeaf({ spots: true }).toColourspace('b-w').jpeg().toBuffer()],
    ['a CMYK JPEG', () => drawnLeaf().toColourspace('cmyk').jpeg().toBuffer()],
    ['a 16-bit PNG', () => drawnLeaf().toColourspace('rgb16').png().toBuffer()],
    ['a transparent PNG', () => drawnLeaf().ensureAlpha(0.9).png().toBuffer()],
    ['an animated PNG', async () => animatedPng(await drawnLeaf().png().toBuffer())],
    ['a PNG of few colours', () => drawnLeaf().png({ palette: true, colours: 16 }).toBuffer()],
    ['a progressive JPEG', () => drawnLeaf().jpeg({ progressive: true }).toBuffer()],
    ['a strip ten times as long as wide', () => drawnLeaf({ width: 1000, height: 100 }).jpeg().toBuffer()],
    ['a photo of 3 by 2 pixels', () => drawnLeaf({ width: 3, height: 2 }).png().toBuffer()],
    [
      'a JPEG with a script behind its end',
      async () => Buffer.concat([leaf, Buffer.from('<script>alert(1)</script>')]),
    ],
    ['a JPEG of exactly 5 MB', async () => Buffer.concat([leaf, Buffer.alloc(imageLimits.bytes - leaf.length)])],
  ])('answers %s', async (_, make) => {
    const { status, body } = await send(await make())
    const isAnswer = status === (call === 'rust' ? 201 : 200)
    expect(isAnswer || body.error === 'not_a_leaf').toBe(true)
  })

  it('refuses two files, no file, a file in another field, and a body that is no form', async () => {
    const at = `POST /analysis/${call}-detection/` as const
    const image = (name: string) => ({ name, value: new Blob([new Uint8Array(leaf)]) })
    const { token } = grace
    const two = await w.call(at, { token, form: [image('image'), image('image')] })
    expect([two.status, two.body.error]).toEqual([400, 'too_many_files'])
    const none = await w.call(at, { token, form: [{ name: 'crop_type', value: 'MAIZE' }] })
    expect([none.status, none.body.error]).toEqual([400, 'no_file'])
    const elsewhere = await w.call(at, { token, form: [image('photo')] })
    expect([elsewhere.status, elsewhere.body.error]).toEqual([400, 'no_file'])
    const json = await w.call(at, { token, body: { image: 'aGVsbG8=' } })
    expect([json.status, json.body.error]).toEqual([400, 'no_file'])
  })

  it('refuses a form that breaks off in the middle', async () => {
    const response = await fetch(`${w.url}/analysis/${call}-detection/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${grace.token}`, 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nhalf a ph',
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'malformed_request' })
  })
})

describe('a picture that shows nothing', () => {
  it.each([
    ['plain green', 400],
    ['plain green of one pixel', 1],
  ])('is no leaf, though it has the colour of one: %s', async (_, side) => {
    const green = await sharp({ create: { width: side, height: side, channels: 3, background: '#228b22' } })
      .jpeg()
      .toBuffer()
    const { status, body } = await upload(w, grace.token, green)
    expect([status, body.error]).toEqual([422, 'not_a_leaf'])
    const asked = await upload(w, grace.token, green, { call: 'leaf' })
    // The network may have seen through it by itself; then the confidence is its own.
    expect(asked.body).toEqual({ is_leaf: false, confidence: expect.closeTo(1, 0) })
  })
})

describe('what is stored', () => {
  it('holds nothing that was hidden behind the end of a photo', async () => {
    const polyglot = Buffer.concat([leaf, Buffer.from('<script>alert("hidden")</script>PK\u0003\u0004')])
    const { status, body } = await upload(w, grace.token, polyglot)
    expect(status).toBe(201)
    const response = await fetchLink(w, body.image)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const stored = Buffer.from(await response.arrayBuffer())
    expect(stored.includes('hidden')).toBe(false)
    expect((await sharp(stored).metadata()).format).toBe('jpeg')
  })

  it('is nothing at all after a refusal', async () => {
    const before = await w.app.db.selectFrom('analyses').select('id').execute()
    await upload(w, grace.token, leaf.subarray(0, 2000))
    expect(await w.app.db.selectFrom('analyses').select('id').execute()).toHaveLength(before.length)
  })
})

describe('more photos than the model can look at', () => {
  it('are asked to come again in a moment; every other one is answered and counted once', async () => {
    const amina = await farmer(w)
    const photo = await drawnLeaf({ seed: 6, width: 1600, height: 1200 }).jpeg().toBuffer()
    const different = Array.from({ length: 40 }, (_, i) => Buffer.concat([photo, Buffer.from([i])]))
    const answers = await Promise.all(different.map(bytes => upload(w, amina.token, bytes)))
    const done = answers.filter(({ status }) => status === 201)
    const refused = answers.filter(({ status }) => status === 503)
    expect(done.length + refused.length).toBe(answers.length)
    expect(done.length).toBeGreaterThan(0)
    expect(refused.length).toBeGreaterThan(0)
    for (const { body, headers } of refused) {
      expect(body.error).toBe('overloaded')
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const { body } = await w.call('GET /api/dashboard/stats/', { token: amina.token })
    expect(body.totalImagesAnalyzed).toBe(done.length)
  })
})

describe('memory', () => {
  it('has room for so many uploads at once and no more; those that hang up give theirs back', async () => {
    const waiting = Array.from({ length: 60 }, () => hangingUpload())
    const answers = await Promise.race([
      Promise.any(waiting.map(({ answered }) => answered)),
      // Should none be refused, a further upload is answered as ever, and the test fails below.
      new Promise<string>(resolve => setTimeout(resolve, 10_000, 'none was refused')),
    ])
    expect(answers).toContain('503')
    for (const { hangUp } of waiting) hangUp()
    await expect.poll(async () => (await upload(w, grace.token, leaf)).status).toBe(201)
  })
})

/** Announces a large photo, sends its first bytes, and then nothing. */
function hangingUpload() {
  const { hostname, port } = new URL(w.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  const answered = new Promise<string>(resolve =>
    socket.once('data', bytes => resolve(String(bytes).split('\r\n')[0] ?? '')),
  )
  socket.write(
    `POST /analysis/rust-detection/ HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${grace.token}\r\n` +
      `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${imageLimits.bytes}\r\n\r\n` +
      '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n',
  )
  return { answered, hangUp: () => socket.destroy() }
}
