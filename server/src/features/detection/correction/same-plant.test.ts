import { detection } from '@kutu/contract/detection'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawLeaf, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { eraseAnalyses } from '../personal-data.ts'

let server: TestServer
let grace: TestUser
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let seed = 300

/** Uploads a leaf of a crop, a minute after the one before. Same seed, same leaf. */
async function upload(crop_type = 'MAIZE', { user = grace, leaf = seed++ } = {}) {
  server.clock.advance(60_000)
  const photo = await drawLeaf({ seed: leaf, spots: true, width: 300 }).jpeg().toBuffer()
  const { status, body } = await uploadPhoto(server, user.token, photo, { fields: { crop_type } })
  expect(status, JSON.stringify(body)).toBe(201)
  return detection.detectRust.reply.parse(body)
}

const place = (id: string, same_as: unknown, { token }: TestUser = grace) =>
  server.request('PUT /analysis/rust-detection/{id}/plant/', { token, params: { id }, body: { same_as } })

const show = async (id: string, { token }: TestUser = grace) =>
  detection.showAnalysis.reply.parse(
    (await server.request('GET /analysis/rust-detection/{id}/', { token, params: { id } })).body,
  )
const getPlants = async (...ids: string[]) =>
  (await Promise.all(ids.map(id => show(id)))).map(({ plant_id }) => plant_id)

describe('the plant that a new answer may show', () => {
  beforeAll(async () => {
    grace = await signUpFarmer(server)
  })

  it('is that of the most similar earlier photo of the crop', async () => {
    const leaf = seed++
    const first = await upload('MAIZE', { leaf })
    expect(first.same_plant).toBeUndefined()
    await upload('MAIZE')
    await upload('BEANS', { leaf })
    const { same_plant, plant_id } = await upload('MAIZE', { leaf })
    expect(plant_id).toBeNull()
    expect(same_plant).toMatchObject({ id: first.id, uploaded_at: first.uploaded_at })
    expect((await fetch(new URL(same_plant?.image ?? '', server.url))).status).toBe(200)
    const { body } = await server.request('GET /analysis/rust-detection/', { token: grace.token })
    expect(body.results.map((analysis: object) => 'same_plant' in analysis)).not.toContain(true)
  })

  it('is the latest where embeddings cannot be compared', async () => {
    const leaf = seed++
    await upload('RICE', { leaf })
    const latest = await upload('RICE')
    await sql`update analyses set network_version = 'another' where farmer_id = ${grace.id}::uuid`.execute(
      server.app.db,
    )
    expect((await upload('RICE', { leaf })).same_plant?.id).toBe(latest.id)
  })

  it('is never older than 60 days, later, or of another farmer', async () => {
    const other = await signUpFarmer(server)
    const leaf = seed++
    const first = await upload('WHEAT', { leaf })
    expect((await upload('WHEAT', { leaf, user: other })).same_plant).toBeUndefined()
    await sql`update analyses set uploaded_at = uploaded_at - interval '60 days' where id = ${first.id}::uuid`.execute(
      server.app.db,
    )
    expect((await upload('WHEAT', { leaf })).same_plant).toBeUndefined()
    expect((await show(first.id)).same_plant).toBeUndefined()
  })
})

describe('photos of the same plant', () => {
  beforeAll(async () => {
    grace = await signUpFarmer(server)
  })

  it('are named by the farmer, name each other, and are taken apart again', async () => {
    const [first, second, third] = [await upload(), await upload(), await upload()]
    const once = await place(second.id, first.id)
    expect(once.status).toBe(200)
    expect(once.body).toMatchObject({ plant_id: expect.any(String), same_plant: { id: first.id } })
    expect((await place(second.id, first.id)).body.plant_id).toBe(once.body.plant_id)
    await place(third.id, second.id)
    expect(new Set(await getPlants(first.id, second.id, third.id))).toEqual(new Set([once.body.plant_id]))
    expect((await show(first.id)).same_plant?.id).toBe(third.id)

    const taken = await place(third.id, null)
    expect(taken.body.plant_id).toBeNull()
    expect((await place(third.id, null)).body).toMatchObject({ plant_id: null })
    expect(new Set(await getPlants(first.id, second.id))).toEqual(new Set([once.body.plant_id]))
  })

  it('are another plant when the farmer says so, also twice', async () => {
    const [first, second] = [await upload(), await upload()]
    await place(second.id, first.id)
    const own = await place(second.id, second.id)
    expect(own.body.plant_id).toEqual(expect.any(String))
    expect(own.body).not.toHaveProperty('same_plant')
    expect((await place(second.id, second.id)).body.plant_id).toBe(own.body.plant_id)
    expect(await getPlants(first.id)).not.toEqual([own.body.plant_id])
  })

  it('are of one crop: a photo whose crop is corrected leaves the plant', async () => {
    const [maize, second, beans] = [await upload(), await upload(), await upload('BEANS')]
    expect((await place(beans.id, maize.id)).body).toMatchObject({ status: 400, errors: [{ field: 'same_as' }] })
    await place(second.id, maize.id)
    const correct = (crop_type: string) =>
      server.request('PATCH /analysis/rust-detection/{id}/', {
        token: grace.token,
        params: { id: second.id },
        body: { crop_type },
      })
    expect((await correct('MAIZE')).body.plant_id).not.toBeNull()
    expect((await correct('BEANS')).body.plant_id).toBeNull()
  })

  it('belong to one farmer, who alone places them', async () => {
    const [neighbor, expert] = [await signUpFarmer(server), await signUpExpert(server)]
    const [own, others] = [await upload(), await upload('MAIZE', { user: neighbor })]
    for (const other of [neighbor, expert]) expect((await place(own.id, own.id, other)).status).toBe(404)
    expect((await place(own.id, others.id)).status).toBe(404)
    expect((await place(own.id, '00000000-0000-7000-8000-000000000009')).status).toBe(404)
    for (const same_as of [undefined, '', 'maize', 7]) expect((await place(own.id, same_as)).status).toBe(400)
    expect(await getPlants(own.id)).toEqual([null])
    const { plant_id } = (await place(own.id, own.id)).body
    const steal = sql`update analyses set plant_id = ${plant_id}::uuid where id = ${others.id}::uuid`
    await expect(steal.execute(server.app.db)).rejects.toThrow('analyses_plant_has_one_farmer_and_crop')
  })

  it('may be placed by many requests at a time', async () => {
    const photos = [await upload(), await upload(), await upload()]
    const ids = photos.map(({ id }) => id)
    const replies = await Promise.all(ids.flatMap(id => ids.map(other => place(id, other))))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  })

  it('are no longer connected once the farmer is erased', async () => {
    const [first, second] = [await upload(), await upload()]
    await place(second.id, first.id)
    await server.app.db.transaction().execute(tx => eraseAnalyses(server.app, tx, grace.id, [first.id, second.id]))
    const rows = server.app.db.selectFrom('analyses').select('plant_id').where('id', 'in', [first.id, second.id])
    expect(await rows.execute()).toEqual([{ plant_id: null }, { plant_id: null }])
  })
})
