import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawLeaf, fetchLink, uploadPhoto } from '../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { signUpFarmer } from '../../testing/server/test-users.ts'

let server: TestServer
let link: URL
beforeAll(async () => {
  server = await startTestServer()
  const grace = await signUpFarmer(server)
  const { body } = await uploadPhoto(server, grace.token, await drawLeaf({ spots: true }).jpeg().toBuffer())
  link = new URL(body.image)
  expect(link.origin).toBe(server.url)
  expect(link.pathname + link.search).toMatch(
    /^\/files\/photos\/[0-9a-f]{2}\/[0-9a-f]{62}\.jpg\?expires=\d+&signature=[\w-]{43}$/,
  )
})
afterAll(() => server.close())

const fetchSize = async (address: string) => (await (await fetch(address)).arrayBuffer()).byteLength
const getStatusAndCode = async (response: Response) => [
  response.status,
  ((await response.json()) as { error: string }).error,
]
const fetchChanged = (change: (link: URL) => void) => {
  const copy = new URL(link)
  change(copy)
  return fetch(copy)
}

describe('a signed link', () => {
  it('shows its image without signing in, for at least an hour, and stays out of every HTTP cache', async () => {
    const response = await fetch(link)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const secondsLeft = Number(link.searchParams.get('expires')) - Math.floor(server.clock.now().getTime() / 1000)
    expect(secondsLeft).toBeGreaterThanOrEqual(3600)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    expect(response.headers.get('content-length')).toBe(String((await response.arrayBuffer()).byteLength))
  })

  it('returns a thumbnail on request, with the same signature', async () => {
    const grace = await signUpFarmer(server)
    const photo = await drawLeaf({ spots: true }).resize(1600, 1200).jpeg().toBuffer()
    const { body } = await uploadPhoto(server, grace.token, photo)
    const whole = await (await fetch(body.image)).arrayBuffer()
    const response = await fetch(`${body.image}&size=small`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const thumbnail = await response.arrayBuffer()
    expect(thumbnail.byteLength).toBeLessThan(whole.byteLength / 3)
    const { width, height, exif } = await sharp(thumbnail).metadata()
    expect([width, height, exif]).toEqual([480, 360, undefined])
    // A heat map is an overlay of its photo and has only one size.
    const heatmap = body.heatmap ?? ''
    expect(await fetchSize(`${heatmap}&size=small`)).toBe(await fetchSize(heatmap))
    expect((await fetch(`${body.image.replace('signature=', 'signature=x')}&size=small`)).status).toBe(403)
  })

  it('opens nothing if any part of it is changed', async () => {
    const forged = [
      await fetchChanged(({ searchParams }) =>
        searchParams.set('expires', String(Number(searchParams.get('expires')) + 3600)),
      ),
      await fetchChanged(({ searchParams }) =>
        searchParams.set('signature', `${searchParams.get('signature')?.slice(0, -2)}aa`),
      ),
      await fetchChanged(({ searchParams }) => searchParams.set('signature', '')),
      await fetchChanged(({ searchParams }) => searchParams.delete('signature')),
      await fetchChanged(({ searchParams }) => searchParams.set('expires', 'never')),
      await fetchChanged(copy => {
        copy.search = ''
      }),
      await fetchChanged(copy => {
        copy.pathname = copy.pathname.replace(/.{5}\.jpg$/, '00000.jpg')
      }),
    ]
    for (const response of forged) expect(await getStatusAndCode(response)).toEqual([403, 'link_expired'])
  })

  it.each([
    '/files/../secrets/url',
    '/files/%2e%2e%2fsecrets%2furl',
    '/files/photos/..%2f..%2fsecrets%2ftoken',
    '/files/ready.txt',
    '/files/',
    '/files/photos/ab/%00.jpg',
  ])('does not lead out of the store: %s', async path => {
    const response = await fetch(`${server.url}${path}${link.search}`)
    expect([403, 404]).toContain(response.status)
    expect(await response.json()).toMatchObject({ error: expect.any(String), message: expect.any(String) })
  })

  it('returns 404 in the common error format when the file is gone', async () => {
    const key = link.pathname.slice('/files/'.length)
    const file = await server.app.files.get(key)
    await server.app.files.delete(key)
    expect(await getStatusAndCode(await fetch(link))).toEqual([404, 'not_found'])
    await server.app.files.put(key, file?.bytes ?? Buffer.alloc(0))
    expect((await fetch(link)).status).toBe(200)
  })

  it('expires, and a new reply contains a new one', async () => {
    server.clock.advance((Number(link.searchParams.get('expires')) + 1) * 1000 - server.clock.now().getTime())
    expect(await getStatusAndCode(await fetch(link))).toEqual([403, 'link_expired'])
    const fresh = server.app.files.signedUrl(link.pathname.slice('/files/'.length), server.url)
    expect((await fetchLink(server, fresh)).status).toBe(200)
  })
})

describe('with an S3-compatible store', () => {
  it('photos are stored there and served through the same URLs', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'kutu-s3-'))
    const configureBuckets = [{ name: 'kutu' }]
    const store = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets })
    const { port } = await store.run()
    const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
    const s3World = await startTestServer({
      s3: { bucket: 'kutu', endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', timeoutMs: 4000, ...keys },
    })
    try {
      const grace = await signUpFarmer(s3World)
      const { status, body } = await uploadPhoto(
        s3World,
        grace.token,
        await drawLeaf({ spots: true }).jpeg().toBuffer(),
      )
      expect(status).toBe(201)
      const response = await fetchLink(s3World, body.image)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect(existsSync(join(s3World.app.config.dataDir, 'files'))).toBe(false)
    } finally {
      await s3World.close()
      await store.close()
      await rm(directory, { recursive: true })
    }
  })
})

describe('with PUBLIC_URL given', () => {
  it('returns links with that origin, whatever host name the request used', async () => {
    const publicWorld = await startTestServer({ linkBase: 'https://kutu.example.org' })
    try {
      const grace = await signUpFarmer(publicWorld)
      const { body } = await uploadPhoto(publicWorld, grace.token, await drawLeaf({ spots: true }).jpeg().toBuffer())
      expect(body.image).toMatch(/^https:\/\/kutu\.example\.org\/files\/photos\//)
      expect(body.educational_resources[0].url).toMatch(/^https:\/\/kutu\.example\.org\/learn\//)
      const { pathname, search } = new URL(body.image)
      const response = await fetchLink(publicWorld, pathname + search)
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    } finally {
      await publicWorld.close()
    }
  })
})
