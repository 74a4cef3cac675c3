import { detection } from '@kutu/contract/detection'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { drawLeaf, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
beforeAll(async () => {
  server = await startTestServer()
  grace = await signUpFarmer(server)
})
afterAll(() => server.close())

async function upload(seed: number) {
  const photo = await drawLeaf({ seed, spots: true, width: 300 }).jpeg().toBuffer()
  const { body } = await uploadPhoto(server, grace.token, photo, {})
  const analysis = detection.detectRust.reply.parse(body)
  const [card] = analysis.educational_resources
  if (!card) throw new Error('The answer names a card')
  return { ...analysis, card: card.id }
}

const compare = (id: string, comparison: unknown, { token }: TestUser = grace) =>
  server.request('PUT /analysis/rust-detection/{id}/comparison/', { token, params: { id }, body: { comparison } })

const show = async (id: string) =>
  (await server.request('GET /analysis/rust-detection/{id}/', { token: grace.token, params: { id } })).body.comparison

it('is stored, changed and taken back by the farmer', async () => {
  const { id, card, comparison } = await upload(200)
  expect(comparison).toBeNull()
  for (const looks_alike of [true, true, false]) {
    const { status, body } = await compare(id, { card, looks_alike })
    expect([status, body.comparison]).toEqual([200, { card, looks_alike }])
    expect(await show(id)).toEqual({ card, looks_alike })
  }
  expect((await compare(id, null)).body.comparison).toBeNull()
  expect(await show(id)).toBeNull()
})

it('is refused for a disease that the answer does not name, for other people and for incomplete input', async () => {
  const { id, card } = await upload(201)
  const comparison = { card, looks_alike: true }
  for (const other of [await signUpFarmer(server), await signUpExpert(server)])
    expect((await compare(id, comparison, other)).status).toBe(404)
  expect((await compare('00000000-0000-7000-8000-000000000009', comparison)).status).toBe(404)
  for (const wrong of [
    { ...comparison, card: 'tea-blister' },
    { ...comparison, card: '' },
    { card },
    { looks_alike: true },
  ])
    expect([wrong, (await compare(id, wrong)).status]).toEqual([wrong, 400])
  expect(await show(id)).toBeNull()
})

it('ends with the answer that it was about', async () => {
  const { id, card } = await upload(202)
  await compare(id, { card, looks_alike: true })
  const body = { crop_type: 'OTHER' }
  await server.request('PATCH /analysis/rust-detection/{id}/', { token: grace.token, params: { id }, body })
  expect(await show(id)).toBeNull()
})

it('is never half stored', async () => {
  const { id } = await upload(203)
  const half = sql`update analyses set looks_alike = true where id = ${id}::uuid`.execute(server.app.db)
  await expect(half).rejects.toThrow('analyses_comparison_is_complete')
})
