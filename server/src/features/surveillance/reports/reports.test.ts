import { type RawBuilder, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { reviewTrainingImage } from '../../../testing/features/training.ts'
import { drawLeaf, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  createTestAdmin,
  signUpApprovedExpert,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'
import { checkReports, rebuildReports } from './rebuild-reports.ts'
import { refreshReports } from './refresh-reports.ts'

let server: TestServer
let experts: TestUser[]
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  const admin = await createTestAdmin(server)
  experts = [await signUpApprovedExpert(server, admin), await signUpApprovedExpert(server, admin)]
})
afterAll(() => server.close())
afterEach(async () => {
  expect((await checkReports(server.app)).differences).toEqual([])
})

const run = (query: RawBuilder<unknown>) => query.execute(server.app.db)
/** The cells of a district as `crop disease strength`, with the number of farmers. */
async function getCells(district: string): Promise<Record<string, number>> {
  const rows = await server.app.db
    .selectFrom('district_reports')
    .selectAll()
    .where('district', '=', district)
    .orderBy('week')
    .execute()
  return Object.fromEntries(
    rows.map(({ crop, disease, strength, farmers }) => [[crop, disease, strength].filter(Boolean).join(' '), farmers]),
  )
}

/** Signs up a farmer of a district. */
async function signUpIn(district: string): Promise<TestUser> {
  const farmer = await signUpFarmer(server)
  const body = { farm_location: 'Here', farm_size: 2, crop_types: ['MAIZE'], district }
  expect((await server.request('PUT /api/account/farm/', { token: farmer.token, body })).status).toBe(200)
  return farmer
}

type Answer = { rust_class?: string; disease?: string | null; band?: string; crop_type?: string | null }
/** Sends a photo and gives its analysis an answer that drawn leaves do not get. */
async function analyze(farmer: TestUser, answer: Answer = {}, seed = 1): Promise<string> {
  const { body } = await uploadPhoto(server, farmer.token, await drawLeaf({ seed, spots: true }).jpeg().toBuffer())
  const { rust_class = 'common_rust', disease = 'common_rust', band = 'confident', crop_type = 'MAIZE' } = answer
  const verdict = band === 'confident' ? 'confident' : 'uncertain'
  await withTransaction(server.app, async tx => {
    await sql`update analyses set rust_class = ${rust_class}, disease = ${disease}, band = ${band}, verdict = ${verdict},
      crop_type = ${crop_type}, crop = 'maize' where id = ${body.id}::uuid`.execute(tx)
    await refreshReports(server.app, tx, { farmerId: farmer.id, at: new Date(body.uploaded_at) })
  })
  return body.id
}

describe('the counts of a district', () => {
  it('count a farmer once for a disease of a week, with the surest answer', async () => {
    const farmer = await signUpIn('UG-mbale')
    await analyze(farmer, { band: 'likely' })
    expect(await getCells('UG-mbale')).toEqual({ 'maize photographed': 1, 'maize common_rust likely': 1 })
    await analyze(farmer)
    await analyze(farmer, { band: 'likely' })
    expect(await getCells('UG-mbale')).toEqual({ 'maize photographed': 1, 'maize common_rust confident': 1 })
    await analyze(await signUpIn('UG-mbale'), { band: 'likely' })
    expect(await getCells('UG-mbale')).toEqual({
      'maize photographed': 2,
      'maize common_rust confident': 1,
      'maize common_rust likely': 1,
    })
  })

  it('count healthy leaves, unsure answers and unknown crops as photographed at most', async () => {
    const farmer = await signUpIn('UG-lira')
    await analyze(farmer, { rust_class: 'healthy', disease: null })
    await analyze(farmer, { band: 'uncertain' })
    await analyze(farmer, { band: 'unfamiliar', crop_type: 'BEANS' })
    await analyze(farmer, { crop_type: 'OTHER' })
    expect(await getCells('UG-lira')).toEqual({ 'maize photographed': 1, 'beans photographed': 1 })
  })

  it('leave out farmers without a district', async () => {
    const before = await checkReports(server.app)
    await analyze(await signUpFarmer(server))
    expect((await checkReports(server.app)).cells).toBe(before.cells)
  })

  it('count each week apart', async () => {
    const farmer = await signUpIn('KE-nakuru')
    const id = await analyze(farmer)
    await withTransaction(server.app, async tx => {
      await sql`update analyses set uploaded_at = uploaded_at - interval '7 days' where id = ${id}::uuid`.execute(tx)
      await refreshReports(server.app, tx, { farmerId: farmer.id })
    })
    await analyze(farmer)
    const { rows } = await sql<{ weeks: number; farmers: number }>`
      select count(distinct week)::int as weeks, sum(farmers)::int as farmers from district_reports
      where district = 'KE-nakuru' and disease = 'common_rust'`.execute(server.app.db)
    expect(rows).toEqual([{ weeks: 2, farmers: 2 }])
  })

  it('count photos that arrive at the same time once', async () => {
    const farmer = await signUpIn('RW-huye')
    const leaf = await drawLeaf({ seed: 3, spots: true }).jpeg().toBuffer()
    const fields = { crop_type: 'MAIZE' }
    await Promise.all([1, 2, 3, 4].map(() => uploadPhoto(server, farmer.token, leaf, { fields })))
    const cells = await getCells('RW-huye')
    expect(cells['maize photographed']).toBe(1)
    expect(Object.values(cells).every(farmers => farmers === 1)).toBe(true)
  })
})

describe('experts', () => {
  async function label(answer: string, imageId: string): Promise<void> {
    for (const expert of experts) {
      const { status } = await reviewTrainingImage(server, expert, imageId, { action: 'correct', label: answer })
      expect(status).toBe(200)
    }
  }

  it.each([
    { opinion: 'common_rust', district: 'UG-gulu', seed: 11, finding: { 'maize common_rust confirmed': 1 } },
    { opinion: 'healthy', district: 'UG-kitgum', seed: 57, finding: {} },
    { opinion: 'other_disease', district: 'UG-pader', seed: 93, finding: { 'maize other_disease confirmed': 1 } },
  ])('who agree on $opinion decide what a report of rust counts for', async ({ opinion, district, seed, finding }) => {
    const farmer = await signUpIn(district)
    const id = await analyze(farmer, {}, seed)
    expect(await getCells(district)).toEqual({ 'maize photographed': 1, 'maize common_rust confident': 1 })
    const call = 'POST /analysis/rust-detection/{id}/report/'
    const { body: image } = await server.request(call, { token: farmer.token, params: { id }, body: {} })
    await label(opinion, image.id)
    expect(await getCells(district)).toEqual({ 'maize photographed': 1, ...finding })
  })
})

describe('a rebuild', () => {
  it('finds wrong counts and repairs them', async () => {
    await run(
      sql`update district_reports set farmers = farmers + 3 where district = 'UG-mbale' and strength = 'likely'`,
    )
    await run(sql`delete from district_reports where district = 'UG-lira' and crop = 'beans'`)
    const { differences } = await checkReports(server.app)
    expect(differences.map(({ stored, computed }) => [stored, computed]).sort()).toEqual(
      expect.arrayContaining([
        [0, 1],
        [4, 1],
      ]),
    )
    const { cells } = await checkReports(server.app)
    expect(await rebuildReports(server.app)).toBe(cells + 1)
  })

  it('repairs reports of farmers that are missing, wrong or too many', async () => {
    const [joan, grace, rose] = [await signUpIn('UG-soroti'), await signUpIn('UG-soroti'), await signUpIn('UG-soroti')]
    for (const farmer of [joan, grace, rose]) await analyze(farmer)
    const before = await getCells('UG-soroti')
    await run(sql`delete from farmer_reports where farmer_id = ${joan.id}::uuid and disease <> ''`)
    await run(sql`update farmer_reports set strength = 'likely' where farmer_id = ${grace.id}::uuid and disease <> ''`)
    await run(sql`insert into farmer_reports (farmer_id, week, district, crop, disease, strength)
      select farmer_id, week, district, 'beans', disease, strength from farmer_reports where farmer_id = ${rose.id}::uuid`)
    await run(sql`insert into district_reports values ('UG-soroti', 'beans', 'bean_rust', '2026-11-16', 'likely', 1)`)
    expect((await checkReports(server.app)).differences.length).toBeGreaterThan(2)
    await rebuildReports(server.app)
    expect(await getCells('UG-soroti')).toEqual(before)
    const { rows } = await sql`select from district_reports where farmers = 0`.execute(server.app.db)
    expect(rows).toEqual([])
  })

  it('of correct counts changes nothing', async () => {
    const read = () =>
      server.app.db
        .selectFrom('district_reports')
        .selectAll()
        .orderBy('district')
        .orderBy('crop')
        .orderBy('disease')
        .orderBy('week')
        .orderBy('strength')
        .execute()
    const before = await read()
    await rebuildReports(server.app)
    expect(await read()).toEqual(before)
    expect(before.length).toBeGreaterThan(5)
  })
})
