// @slow

import { connect } from 'node:net'
import { imageLimits } from '@kutu/contract/upload-limits'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  animatedPng,
  chunk,
  deepInterlacedPng,
  insertChunk,
  pngBomb,
  textBomb,
} from '../../../testing/images/malformed-pngs.ts'
import { drawLeaf, fetchLink, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
let leaf: Buffer
beforeAll(async () => {
  server = await startTestServer()
  grace = await signUpFarmer(server)
  leaf = await drawLeaf({ seed: 5, spots: true }).jpeg().toBuffer()
})
afterAll(() => server.close())

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="green"/></svg>'

const noise = '\x07\xff\xd8\0'.repeat(2000)

/** Returns a marker segment of a JPEG, for example 0xe1 for EXIF or 0xfe for a comment. */
function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

const insertSegments = (jpeg: Buffer, segments: readonly Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])

/** Changes the size in the frame header, without changing the picture. */
function promiseSize(jpeg: Buffer, side: number): Buffer {
  const changed = Buffer.from(jpeg)
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]))
  changed.writeUInt16BE(side, frame + 5)
  changed.writeUInt16BE(side, frame + 7)
  return changed
}

/** Repeats the last scan of a progressive JPEG, which makes a decoder visit all blocks again for each. */
function repeatLastScan(jpeg: Buffer, scans: number): Buffer {
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
  return Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(scans).fill(scan), jpeg.subarray(-2)])
}

describe.each(['rust', 'leaf'] as const)('%s-detection', endpoint => {
  const send = (bytes: Uint8Array, filename?: string) =>
    uploadPhoto(server, grace.token, bytes, { endpoint, ...(filename ? { filename } : {}) })

  it.each<[string, () => Promise<Buffer> | Buffer, number, string]>([
    ['an empty file', () => Buffer.alloc(0), 422, 'image_unreadable'],
    ['a text file named like a photo', () => Buffer.from('This is a text.'), 415, 'unsupported_type'],
    [
      'a web page named like a photo',
      () => Buffer.from('<!doctype html><script>alert(1)</script>'),
      415,
      'unsupported_type',
    ],
    ['an SVG', () => Buffer.from(svg), 415, 'unsupported_type'],
    ['a WebP', () => drawLeaf().webp().toBuffer(), 415, 'unsupported_type'],
    ['a GIF', () => drawLeaf({ width: 60, height: 60 }).gif().toBuffer(), 415, 'unsupported_type'],
    ['a TIFF', () => drawLeaf().tiff().toBuffer(), 415, 'unsupported_type'],
    ['an AVIF', () => drawLeaf({ width: 60, height: 60 }).avif().toBuffer(), 415, 'unsupported_type'],
    ['a PDF that hides a JPEG', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), leaf]), 415, 'unsupported_type'],
    ['a JPEG cut in half', () => leaf.subarray(0, leaf.length / 2), 422, 'image_unreadable'],
    ['only the first bytes of a JPEG', () => leaf.subarray(0, 4), 422, 'image_unreadable'],
    ['a PNG cut short', async () => (await drawLeaf().png().toBuffer()).subarray(0, 5000), 422, 'image_unreadable'],
    [
      'a JPEG head before noise',
      () => Buffer.concat([leaf.subarray(0, 3), Buffer.alloc(4000, 7)]),
      422,
      'image_unreadable',
    ],
    ['a PNG bomb of 900 megapixels', pngBomb, 422, 'image_too_large'],
    ['a PNG of 400 MB in memory', () => deepInterlacedPng(7060, 7060), 422, 'image_too_large'],
    ['more than 5 MB', () => Buffer.concat([leaf, Buffer.alloc(imageLimits.bytes)]), 413, 'too_big'],
  ])('rejects %s', async (_, make, status, code) => {
    const { status: actualStatus, body } = await send(await make())
    expect([actualStatus, body.error]).toEqual([status, code])
    expect(body.message).not.toBe('')
    expect(Object.keys(body).sort()).toEqual(['error', 'message', 'status'])
  })

  it.each<[string, () => Promise<Buffer>]>([
    ['a PNG named .jpg', () => drawLeaf().png().toBuffer()],
    ['a grayscale JPEG', () => drawLeaf({ spots: true }).toColourspace('b-w').jpeg().toBuffer()],
    ['a CMYK JPEG', () => drawLeaf().toColourspace('cmyk').jpeg().toBuffer()],
    ['a 16-bit PNG', () => drawLeaf().toColourspace('rgb16').png().toBuffer()],
    ['a transparent PNG', () => drawLeaf().ensureAlpha(0.9).png().toBuffer()],
    ['an animated PNG', async () => animatedPng(await drawLeaf().png().toBuffer())],
    ['a PNG with few colors', () => drawLeaf().png({ palette: true, colours: 16 }).toBuffer()],
    ['a progressive JPEG', () => drawLeaf().jpeg({ progressive: true }).toBuffer()],
    ['a strip ten times as long as wide', () => drawLeaf({ width: 1000, height: 100 }).jpeg().toBuffer()],
    ['a photo of 3 by 2 pixels', () => drawLeaf({ width: 3, height: 2 }).png().toBuffer()],
    [
      'a JPEG with a script behind its end',
      async () => Buffer.concat([leaf, Buffer.from('<script>alert(1)</script>')]),
    ],
    ['a JPEG of exactly 5 MB', async () => Buffer.concat([leaf, Buffer.alloc(imageLimits.bytes - leaf.length)])],
  ])('answers %s', async (_, make) => {
    const { status, body } = await send(await make())
    const isAnswer = status === (endpoint === 'rust' ? 201 : 200)
    expect(isAnswer || body.error === 'not_a_leaf').toBe(true)
  })

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a script in a comment', () => insertSegments(leaf, [segment(0xfe, Buffer.from('<script>alert(1)</script>'))])],
    [
      'a color profile of noise',
      () => insertSegments(leaf, [segment(0xe2, Buffer.from(`ICC_PROFILE\0\x01\x01${noise}`))]),
    ],
    ['EXIF of noise', () => insertSegments(leaf, [segment(0xe1, Buffer.from(`Exif\0\0MM\0*${noise}`, 'latin1'))])],
    ['megabytes of metadata', () => insertSegments(leaf, Array(70).fill(segment(0xe4, Buffer.alloc(65_000, 7))))],
    ['a promised size of 60,000 pixels', () => promiseSize(leaf, 60_000)],
    ['two hundred scans', async () => repeatLastScan(await drawLeaf().jpeg({ progressive: true }).toBuffer(), 200)],
    ['flipped bits', () => Buffer.from(leaf.map((byte, i) => (i % 97 === 96 ? byte ^ 8 : byte)))],
    ['a removed block', () => Buffer.concat([leaf.subarray(0, 900), leaf.subarray(1500)])],
    ['a compressed text of 300 MB', async () => insertChunk(await drawLeaf().png().toBuffer(), textBomb(3e8))],
    ['a broken chunk', async () => insertChunk(await drawLeaf().png().toBuffer(), chunk('PLTE', Buffer.alloc(13, 7)))],
  ])('answers or rejects a photo with %s, and never fails', async (_, make) => {
    const { status, body } = await send(await make())
    if (status >= 300) expect(['image_unreadable', 'image_too_large', 'not_a_leaf']).toContain(body.error)
    else expect(status).toBe(endpoint === 'rust' ? 201 : 200)
  })

  it.each(['../../../etc/passwd', 'leaf.jpg\0.exe', 'a"b;c=d.jpg', 'x'.repeat(3000), '%00.jpg', '\u202egpj.exe'])(
    'ignores the file name %j',
    async filename => {
      const { status, body } = await send(leaf, filename)
      expect(status < 300 || body.error === 'not_a_leaf').toBe(true)
    },
  )

  it('rejects two files, no file, a file in another field, and a body that is not multipart', async () => {
    const path = `POST /analysis/${endpoint}-detection/` as const
    const image = (name: string) => ({ name, value: new Blob([new Uint8Array(leaf)]) })
    const { token } = grace
    const two = await server.request(path, { token, form: [image('image'), image('image')] })
    expect([two.status, two.body.error]).toEqual([400, 'too_many_files'])
    const none = await server.request(path, { token, form: [{ name: 'crop_type', value: 'MAIZE' }] })
    expect([none.status, none.body.error]).toEqual([400, 'no_file'])
    const elsewhere = await server.request(path, { token, form: [image('photo')] })
    expect([elsewhere.status, elsewhere.body.error]).toEqual([400, 'no_file'])
    const json = await server.request(path, { token, body: { image: 'aGVsbG8=' } })
    expect([json.status, json.body.error]).toEqual([400, 'no_file'])
  })

  it('rejects a truncated multipart body', async () => {
    const response = await fetch(`${server.url}/analysis/${endpoint}-detection/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${grace.token}`, 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nhalf a ph',
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'malformed_request' })
  })
})

describe('a uniform picture', () => {
  it.each([
    ['plain green', 400],
    ['plain green of one pixel', 1],
  ])('is not a leaf, even in leaf green: %s', async (_, side) => {
    const green = await sharp({ create: { width: side, height: side, channels: 3, background: '#228b22' } })
      .jpeg()
      .toBuffer()
    const { status, body } = await uploadPhoto(server, grace.token, green)
    expect([status, body.error]).toEqual([422, 'not_a_leaf'])
    const leafCheck = await uploadPhoto(server, grace.token, green, { endpoint: 'leaf' })
    // The network itself may already reject it; then the confidence is the network's.
    expect(leafCheck.body).toEqual({ is_leaf: false, confidence: expect.closeTo(1, 0) })
  })
})

describe('stored files', () => {
  it('contain nothing that was appended after the end of the photo', async () => {
    const polyglot = Buffer.concat([leaf, Buffer.from('<script>alert("hidden")</script>PK\u0003\u0004')])
    const { status, body } = await uploadPhoto(server, grace.token, polyglot)
    expect(status).toBe(201)
    const response = await fetchLink(server, body.image)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const stored = Buffer.from(await response.arrayBuffer())
    expect(stored.includes('hidden')).toBe(false)
    expect((await sharp(stored).metadata()).format).toBe('jpeg')
  })

  it('are not created for a rejected photo', async () => {
    const before = await server.app.db.selectFrom('analyses').select('id').execute()
    await uploadPhoto(server, grace.token, leaf.subarray(0, 2000))
    expect(await server.app.db.selectFrom('analyses').select('id').execute()).toHaveLength(before.length)
  })
})

describe('more photos than the model can process', () => {
  it('get 503 with Retry-After; every other photo is answered and counted once', async () => {
    const amina = await signUpFarmer(server)
    const photo = await drawLeaf({ seed: 6, width: 1600, height: 1200 }).jpeg().toBuffer()
    const different = Array.from({ length: 40 }, (_, i) => Buffer.concat([photo, Buffer.from([i])]))
    const answers = await Promise.all(different.map(bytes => uploadPhoto(server, amina.token, bytes)))
    const done = answers.filter(({ status }) => status === 201)
    const rejected = answers.filter(({ status }) => status === 503)
    expect(done.length + rejected.length).toBe(answers.length)
    expect(done.length).toBeGreaterThan(0)
    expect(rejected.length).toBeGreaterThan(0)
    for (const { body, headers } of rejected) {
      expect(body.error).toBe('overloaded')
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const { body } = await server.request('GET /api/dashboard/stats/', { token: amina.token })
    expect(body.totalImagesAnalyzed).toBe(done.length)
  })
})

describe('memory', () => {
  it('is reserved for a limited number of uploads; disconnected clients release theirs', async () => {
    const waiting = Array.from({ length: 60 }, () => startHangingUpload())
    const answers = await Promise.race([
      Promise.any(waiting.map(({ answered }) => answered)),
      // If none is rejected, the poll below still succeeds and the assertion on 503 fails.
      new Promise<string>(resolve => setTimeout(resolve, 10_000, 'none was rejected')),
    ])
    expect(answers).toContain('503')
    for (const { hangUp } of waiting) hangUp()
    await expect.poll(async () => (await uploadPhoto(server, grace.token, leaf)).status).toBe(201)
  })
})

/** Announces a large photo, sends its first bytes, then stalls. */
function startHangingUpload() {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  const statusLine = new Promise<string>(resolve =>
    socket.once('data', bytes => resolve(String(bytes).split('\r\n')[0] ?? '')),
  )
  socket.write(
    `POST /analysis/rust-detection/ HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${grace.token}\r\n` +
      `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${imageLimits.bytes}\r\n\r\n` +
      '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n',
  )
  return { answered: statusLine, hangUp: () => socket.destroy() }
}
