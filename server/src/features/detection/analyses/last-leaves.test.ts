import { detection } from '@kutu/contract/detection'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPendingPost } from '../../../testing/features/community.ts'
import { createPendingBooking } from '../../../testing/features/consultations.ts'
import { drawLeaf, fetchLink, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  createTestAdmin,
  signIn,
  signUpExpert,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
let okello: TestUser
let acen: TestUser
const analyses: string[] = []
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  grace = await signUpFarmer(server)
  okello = await signUpExpert(server)
  acen = await signUpExpert(server)
  for (let seed = 1; seed <= 4; seed++) {
    const { body } = await uploadPhoto(server, grace.token, await drawLeaf({ seed, spots: true }).jpeg().toBuffer())
    analyses.unshift(body.id)
    server.clock.advance(1000)
  }
})
afterAll(() => server.close())

async function list(reader: TestUser, id = grace.id) {
  const { token } = await signIn(server, reader.email)
  const { status, body } = await server.request('GET /analysis/last-leaves/{id}/', { token, params: { id } })
  expect(status, JSON.stringify(body)).toBe(200)
  return detection.listLastLeaves.reply.parse(body).results
}
const consent = (is_given: boolean) =>
  server.request('PUT /api/account/photo-consent/', { token: grace.token, body: { is_given } })

it('an expert sees the last three leaves of a farmer who asks, and who lets photos be shown', async () => {
  await consent(true)
  expect(await list(okello)).toEqual([])
  await createPendingBooking(server, grace, okello)
  expect((await list(okello)).map(({ id }) => id)).toEqual(analyses.slice(0, 3))
  expect(await list(acen)).toEqual([])
  await createPendingPost(server, grace)
  const [leaf] = await list(acen)
  expect(Object.keys(leaf ?? {}).sort()).toEqual(
    ['id', 'image', 'uploaded_at', 'rust_class', 'disease', 'crop_type', 'band'].sort(),
  )
  expect((await fetchLink(server, leaf?.image ?? '')).status).toBe(200)
  await consent(false)
  expect(await list(acen)).toEqual([])
  await consent(true)
})

it('a photo that the expert may still be asked to label is left out', async () => {
  const id = analyses[0] ?? ''
  const { token } = await signIn(server, grace.email)
  const report = await server.request('POST /analysis/rust-detection/{id}/report/', { token, params: { id }, body: {} })
  expect(report.status, JSON.stringify(report.body)).toBe(201)
  expect((await list(acen)).map(each => each.id)).toEqual(analyses.slice(1, 4))
})

it('nobody else sees them', async () => {
  for (const { token } of [await signUpFarmer(server), await createTestAdmin(server)])
    expect((await server.request('GET /analysis/last-leaves/{id}/', { token, params: { id: grace.id } })).status).toBe(
      403,
    )
})
