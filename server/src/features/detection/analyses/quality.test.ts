import type { QualityWarning } from '@kutu/contract/detection'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawLeaf, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let amina: TestUser
beforeAll(async () => {
  server = await startTestServer()
  amina = await signUpFarmer(server)
})
afterAll(() => server.close())

const leaf = (seed: number) => drawLeaf({ seed, width: 600, height: 600 })
const encoded = (picture: ReturnType<typeof leaf>) => picture.jpeg({ quality: 90 }).toBuffer()

const dark = (seed: number) => encoded(leaf(seed).linear(0.3, 0))
const small = (seed: number) => encoded(leaf(seed).resize(80, 80))
/** An enlarged thumbnail. */
const blurred = (seed: number) => encoded(drawLeaf({ seed, width: 8, height: 8 }).resize(600, 600))
const degraded: [QualityWarning, typeof dark][] = [
  ['too_dark', dark],
  ['too_small', small],
]

describe('a photo of a leaf', () => {
  it('has no warnings if it is good', async () => {
    const { status, body } = await uploadPhoto(server, amina.token, await encoded(leaf(1)))
    expect([status, body.quality]).toEqual([201, []])
  })

  it.each(degraded)('is answered with the warning %s, now and in the history', async (warning, make) => {
    const { status, body } = await uploadPhoto(server, amina.token, await make(2))
    expect([status, body.quality]).toEqual([201, [warning]])
    const again = await server.request('GET /analysis/rust-detection/{id}/', {
      token: amina.token,
      params: { id: body.id },
    })
    expect(again.body.quality).toEqual([warning])
    const { body: sameBytes } = await uploadPhoto(server, (await signUpFarmer(server)).token, await make(2))
    expect(sameBytes.quality).toEqual([warning])
  })

  it('cannot be stored with an unknown warning', async () => {
    const { body } = await uploadPhoto(server, amina.token, await encoded(leaf(3)))
    const update = server.app.db
      .updateTable('analyses')
      .set({ quality: ['ugly'] as unknown as QualityWarning[] })
      .where('id', '=', body.id)
    await expect(update.execute()).rejects.toThrow('analyses_quality_is_known')
  })
})

it('each photo of a plant has its own warnings, leaf or not, and the plant has all of them', async () => {
  const photos = [await encoded(leaf(5)), await dark(6), await small(7), await blurred(8)]
  const { status, body } = await server.request('POST /analysis/plant-analyses/', {
    token: amina.token,
    form: photos.map(bytes => ({ name: 'images', value: new Blob([new Uint8Array(bytes)]) })),
  })
  expect(status).toBe(201)
  const qualities = body.photos.map(({ quality }: { quality: string[] }) => quality)
  expect(qualities).toEqual([[], ['too_dark'], ['too_small'], ['too_blurred']])
  expect(body.quality).toEqual(['too_small', 'too_dark', 'too_blurred'])
})
