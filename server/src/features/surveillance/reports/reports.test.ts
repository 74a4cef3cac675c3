import { findDiseaseCard } from '@kutu/advice/cards/all-cards'
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
import { exportAnalyses } from '../../detection/personal-data/export-analyses.ts'
import { checkReports, rebuildReports } from './rebuild-reports.ts'
import { refreshReports } from './refresh-reports.ts'

let server: TestServer
let admin: TestUser
let experts: TestUser[]
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  admin = await createTestAdmin(server)
  experts = [await signUpApprovedExpert(server, admin), await signUpApprovedExpert(server, admin)]
})
afterAll(() => server.close())
afterEach(async () => {
  expect((await checkReports(server.app)).differences).toEqual([])
  const named = await server.app.db.selectFrom('farmer_reports').select(['crop', 'disease']).distinct().execute()
  const isKnown = ({ crop, disease }: { crop: string; disease: string }) =>
    ['', 'other_disease'].includes(disease) || findDiseaseCard(crop, disease) !== undefined
  expect(named.filter(report => !isKnown(report))).toEqual([])
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

/** The same of one farmer, sorted. */
async function getCellsOf({ id }: TestUser): Promise<string[]> {
  const rows = await server.app.db.selectFrom('farmer_reports').selectAll().where('farmer_id', '=', id).execute()
  return rows.map(({ crop, disease, strength }) => [crop, disease, strength].filter(Boolean).join(' ')).sort()
}

let lastSeed = 100
/** Seeds of leaves that look different enough to be no duplicates. */
const nextSeed = () => {
  lastSeed += 36
  return lastSeed
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

  it('count a photo in the week in which it was taken, also in one whose table is published', async () => {
    const farmer = await signUpIn('UG-arua')
    const listWeeks = async () => {
      const { rows } = await sql<{ crop: string; week: string }>`
        select crop, to_char(week, 'YYYY-MM-DD') as week from farmer_reports where farmer_id = ${farmer.id} and disease = ''
      `.execute(server.app.db)
      return rows.map(({ crop, week }) => [crop, week])
    }
    const taken = new Date(server.clock.now().getTime() - 7 * 24 * 3600_000)
    const { rows } = await sql<{ monday: string }>`
      select to_char(date_trunc('week', ${taken}::timestamptz at time zone ${server.app.config.timeZone}), 'YYYY-MM-DD') as monday
    `.execute(server.app.db)
    const monday = rows[0]?.monday ?? ''
    await run(sql`insert into published_weeks values ('UG', 'maize', ${monday}, '{}')`)
    const leaf = await drawLeaf({ seed: nextSeed() }).jpeg().toBuffer()
    const fields = { crop_type: 'MAIZE', taken_at: taken.toISOString() }
    const { status, body } = await uploadPhoto(server, farmer.token, leaf, { fields })
    expect(status).toBe(201)
    expect(await listWeeks()).toEqual([['maize', monday]])
    // As after any correction of an ended week.
    expect(await server.app.db.selectFrom('published_weeks').selectAll().execute()).toEqual([])
    await server.request('PATCH /analysis/rust-detection/{id}/', {
      token: farmer.token,
      params: { id: body.id },
      body: { crop_type: 'BEANS' },
    })
    expect(await listWeeks()).toEqual([['beans', monday]])
    const { analyses } = await exportAnalyses(server.app.db, farmer.id)
    expect(analyses.map(({ taken_at }) => taken_at)).toEqual([taken])
  })

  it.each([
    ['more than 30 days ago as 30 days ago', -31, -30],
    ['in the future as now', 3, 0],
  ])('count a photo of a time %s', async (_, days, counted) => {
    const farmer = await signUpIn('UG-arua')
    const leaf = await drawLeaf({ seed: nextSeed() }).jpeg().toBuffer()
    const daysFromNow = (count: number) => new Date(server.clock.now().getTime() + count * 24 * 3600_000)
    const fields = { crop_type: 'MAIZE', taken_at: daysFromNow(days).toISOString() }
    expect((await uploadPhoto(server, farmer.token, leaf, { fields })).status).toBe(201)
    const { analyses } = await exportAnalyses(server.app.db, farmer.id)
    expect(analyses.map(({ taken_at }) => taken_at)).toEqual([daysFromNow(counted)])
  })

  it('refuse a photo whose time is unreadable', async () => {
    const farmer = await signUpIn('UG-arua')
    const leaf = await drawLeaf({ seed: nextSeed() }).jpeg().toBuffer()
    const { status, body } = await uploadPhoto(server, farmer.token, leaf, { fields: { taken_at: 'yesterday' } })
    expect([status, body.errors?.[0].field]).toEqual([400, 'taken_at'])
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
  type Opinion = { label: string; disease?: string }
  /** Reports the answer of an analysis, as its farmer. Returns the id of the photo for the experts. */
  async function report(farmer: TestUser, id: string): Promise<string> {
    const call = 'POST /analysis/rust-detection/{id}/report/'
    const { status, body } = await server.request(call, { token: farmer.token, params: { id }, body: {} })
    expect(status).toBe(201)
    return body.id
  }

  /** Labels a photo, the first expert with the first opinion. */
  async function label(imageId: string, ...opinions: Opinion[]): Promise<void> {
    for (const [i, opinion] of opinions.entries()) {
      const expert = experts[i]
      if (!expert) throw new Error('There are not that many experts')
      const { status } = await reviewTrainingImage(server, expert, imageId, { action: 'correct', ...opinion })
      expect(status).toBe(200)
    }
  }
  const twice = (opinion: Opinion): Opinion[] => [opinion, opinion]

  it.each([
    { opinion: 'common_rust', district: 'UG-gulu', seed: 11, finding: { 'maize common_rust confirmed': 1 } },
    { opinion: 'healthy', district: 'UG-kitgum', seed: 57, finding: {} },
    { opinion: 'other_disease', district: 'UG-pader', seed: 93, finding: { 'maize other_disease confirmed': 1 } },
  ])('who agree on $opinion decide what a report of rust counts for', async ({ opinion, district, seed, finding }) => {
    const farmer = await signUpIn(district)
    const id = await analyze(farmer, {}, seed)
    expect(await getCells(district)).toEqual({ 'maize photographed': 1, 'maize common_rust confident': 1 })
    await label(await report(farmer, id), ...twice({ label: opinion }))
    expect(await getCells(district)).toEqual({ 'maize photographed': 1, ...finding })
  })

  const graySpot = { rust_class: 'other_disease', disease: 'gray_leaf_spot' }
  const stripeRust = { crop_type: 'WHEAT', rust_class: 'common_rust', disease: 'stripe_rust' }
  const blight = { label: 'other_disease', disease: 'maize-northern-leaf-blight' }
  const stemRust = { label: 'common_rust', disease: 'wheat-stem-rust' }
  const unnamedRust = { crop_type: 'BEANS', disease: null }

  it.each<{ title: string; answer: Answer; opinions: Opinion[]; finding: string }>([
    {
      title: 'the named disease, not the one of the answer',
      answer: graySpot,
      opinions: twice(blight),
      finding: 'maize northern_leaf_blight confirmed',
    },
    {
      title: 'the named rust of wheat, not the one of the answer',
      answer: stripeRust,
      opinions: twice(stemRust),
      finding: 'wheat stem_rust confirmed',
    },
    {
      title: 'the named disease of an answer that was rust',
      answer: {},
      opinions: twice(blight),
      finding: 'maize northern_leaf_blight confirmed',
    },
    {
      title: 'the named disease of an answer that was no report',
      answer: { ...graySpot, band: 'uncertain' },
      opinions: twice(blight),
      finding: 'maize northern_leaf_blight confirmed',
    },
    {
      title: 'the disease of the answer as sure as the answer, without a name',
      answer: graySpot,
      opinions: twice({ label: 'other_disease' }),
      finding: 'maize gray_leaf_spot confident',
    },
    {
      title: 'the disease of the answer as sure as the answer, if one expert named another',
      answer: { ...graySpot, band: 'likely' },
      opinions: [blight, { label: 'other_disease' }],
      finding: 'maize gray_leaf_spot likely',
    },
    {
      title: 'the rust of the answer as sure as the answer, if two named different ones',
      answer: stripeRust,
      opinions: [stemRust, { label: 'common_rust', disease: 'wheat-leaf-rust' }],
      finding: 'wheat stripe_rust confident',
    },
    {
      title: 'another disease, without a name and a sure answer',
      answer: { ...graySpot, band: 'uncertain' },
      opinions: twice({ label: 'other_disease' }),
      finding: 'maize other_disease confirmed',
    },
    {
      title: 'rust of wheat, if the answer was another disease',
      answer: { crop_type: 'WHEAT', rust_class: 'other_disease', disease: 'septoria' },
      opinions: twice({ label: 'common_rust' }),
      finding: 'wheat rust confirmed',
    },
    {
      title: 'the only rust of the crop, without a name',
      answer: unnamedRust,
      opinions: twice({ label: 'common_rust' }),
      finding: 'beans rust confirmed',
    },
  ])('who agree count for $title', async ({ answer, opinions, finding }) => {
    // No other test has photos of this district, and none is similar to another.
    const farmer = await signUpIn('TZ-mbeya')
    const id = await analyze(farmer, answer, nextSeed())
    const crop = (answer.crop_type ?? 'MAIZE').toLowerCase()
    await label(await report(farmer, id), ...opinions)
    expect(await getCellsOf(farmer)).toEqual([finding, `${crop} photographed`].sort())
  })

  it('without whom a rust that the answer does not name counts as the rust of the crop', async () => {
    const farmer = await signUpIn('TZ-mbeya')
    await analyze(farmer, { ...unnamedRust, band: 'likely' }, nextSeed())
    await analyze(farmer, { crop_type: 'WHEAT', disease: null }, nextSeed())
    expect(await getCellsOf(farmer)).toEqual([
      'beans photographed',
      'beans rust likely',
      'wheat photographed',
      'wheat rust confident',
    ])
  })

  it('who named a disease of another crop than the corrected one agree on its class only', async () => {
    const farmer = await signUpIn('TZ-mbeya')
    const id = await analyze(farmer, graySpot, nextSeed())
    await label(await report(farmer, id), ...twice(blight))
    await withTransaction(server.app, async tx => {
      await sql`update analyses set crop_type = 'BEANS', disease = 'angular_leaf_spot' where id = ${id}::uuid`.execute(
        tx,
      )
      await refreshReports(server.app, tx, { farmerId: farmer.id })
    })
    expect(await getCellsOf(farmer)).toEqual(['beans angular_leaf_spot confident', 'beans photographed'])
  })

  it('whose labels no longer count, and count again, change the report back and forth', async () => {
    const farmer = await signUpIn('TZ-mbeya')
    const id = await analyze(farmer, graySpot, nextSeed())
    await label(await report(farmer, id), ...twice(blight))
    const agreed = ['maize northern_leaf_blight confirmed', 'maize photographed']
    expect(await getCellsOf(farmer)).toEqual(agreed)
    const setWithdrawn = async (isWithdrawn: boolean) => {
      const options = { params: { id: experts[1]?.id ?? '' }, body: { is_withdrawn: isWithdrawn } }
      const { status } = await server.request('PUT /analysis/teachers/{id}/', { token: admin.token, ...options })
      expect(status).toBe(200)
      // Nothing is decided yet, and the counts are right at each moment.
      expect((await checkReports(server.app)).differences).toEqual([])
      await server.runJobs()
      expect((await checkReports(server.app)).differences).toEqual([])
    }
    await setWithdrawn(true)
    expect(await getCellsOf(farmer)).toEqual(['maize gray_leaf_spot confident', 'maize photographed'])
    await setWithdrawn(false)
    expect(await getCellsOf(farmer)).toEqual(agreed)
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
    await run(sql`insert into district_reports values ('UG-soroti', 'beans', 'rust', '2026-11-16', 'likely', 1)`)
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
