import { findDiseaseCard } from '@kutu/advice/cards/all-cards'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { establish } from '../../../testing/features/surveillance.ts'
import { reviewTrainingImage } from '../../../testing/features/training.ts'
import { drawLeaf, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  createTestAdmin,
  password,
  signIn,
  signUpApprovedExpert,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'
import { exportAnalyses } from '../../detection/personal-data.ts'
import { eraseDueUsers } from '../../settings/erasure/erase-users.ts'
import { closeWeek, closeWeeks } from './close-weeks.ts'
import { type FarmerReport, reportsQuery } from './select-reports.ts'
import { addWeeks, findMonday } from './weeks.ts'

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
  await countThisWeek()
  const named = await server.app.db.selectFrom('weekly_counts').select(['crop', 'disease']).distinct().execute()
  const isKnown = ({ crop, disease }: { crop: string; disease: string }) =>
    ['', 'other_disease'].includes(disease) || findDiseaseCard(crop, disease) !== undefined
  expect(named.filter(report => !isKnown(report))).toEqual([])
})

const findThisMonday = () => addWeeks(findMonday(server.app, undefined), 1)
/** Counts the running week as if it had ended. */
const countThisWeek = () => closeWeek(server.app.db, server.app, findThisMonday())

/** The cells of a district as `crop disease strength`, with the number of farmers, of the running week or of another. */
async function getCells(district: string, week?: string): Promise<Record<string, number>> {
  if (week === undefined) await countThisWeek()
  const rows = await server.app.db
    .selectFrom('weekly_counts')
    .selectAll()
    .where('district', '=', district)
    .where('week', '=', week ?? findThisMonday())
    .execute()
  return Object.fromEntries(
    rows.map(({ crop, disease, strength, farmers }) => [[crop, disease, strength].filter(Boolean).join(' '), farmers]),
  )
}

async function listReports({ id }: TestUser): Promise<FarmerReport[]> {
  const { rows } = await reportsQuery(sql`a.farmer_id = ${id}::uuid`, server.app.config.timeZone).execute(server.app.db)
  return rows
}

/** The cells that count one farmer, sorted. */
const getCellsOf = async (farmer: TestUser): Promise<string[]> =>
  (await listReports(farmer))
    .map(({ crop, disease, strength }) => [crop, disease, strength].filter(Boolean).join(' '))
    .sort()

let lastSeed = 100
/** Seeds of leaves that look different enough to be no duplicates. */
const nextSeed = () => {
  lastSeed += 36
  return lastSeed
}

/** Signs up a farmer of a district, who has been here for a month. */
async function signUpIn(district: string, { isNew = false } = {}): Promise<TestUser> {
  const farmer = await signUpFarmer(server)
  if (!isNew) await establish(server, [farmer.id])
  const body = { farm_location: 'Here', farm_size: 2, crop_types: ['MAIZE'], district }
  expect((await server.request('PUT /api/account/farm/', { token: farmer.token, body })).status).toBe(200)
  return farmer
}

type Answer = { rust_class?: string; disease?: string | null; band?: string; crop_type?: string | null }
/** Sends a photo and gives its analysis an answer that drawn leaves do not get. */
async function analyze(farmer: TestUser, changes: Answer = {}, seed = nextSeed()): Promise<string> {
  const { body } = await uploadPhoto(server, farmer.token, await drawLeaf({ seed, spots: true }).jpeg().toBuffer())
  await answer(body.id, changes)
  return body.id
}

async function answer(id: string, changes: Answer = {}): Promise<void> {
  const { rust_class = 'common_rust', disease = 'common_rust', band = 'confident', crop_type = 'MAIZE' } = changes
  const verdict = band === 'confident' ? 'confident' : 'uncertain'
  await sql`update analyses set rust_class = ${rust_class}, disease = ${disease}, band = ${band}, verdict = ${verdict},
    crop_type = ${crop_type}, crop = 'maize' where id = ${id}::uuid`.execute(server.app.db)
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

  it('count the reports of new accounts apart, until they are two weeks old and were here on an earlier day', async () => {
    const district = 'KE-kitui'
    const crowd = [1, 2, 3].map(() => signUpIn(district, { isNew: true }))
    for (const farmer of await Promise.all(crowd)) await analyze(farmer)
    expect(await getCells(district)).toEqual({ 'maize common_rust new': 3 })
    await sql`update users set created_at = created_at - interval '15 days' where id = any(
      select farmer_id from analyses where district = ${district})`.execute(server.app.db)
    expect(await getCells(district)).toEqual({ 'maize common_rust new': 3 })
    const [farmer] = await Promise.all(crowd)
    if (!farmer) throw new Error('no farmer')
    const id = await analyze(farmer, { rust_class: 'healthy', disease: null })
    await sql`update analyses set uploaded_at = uploaded_at - interval '10 days' where id = ${id}::uuid`.execute(
      server.app.db,
    )
    expect(await getCells(district)).toEqual({
      'maize photographed': 1,
      'maize common_rust confident': 1,
      'maize common_rust new': 2,
    })
  })

  it('count a farmer in the district of the first photo of a week, however often the farm moves', async () => {
    const farmer = await signUpIn('KE-kwale')
    await analyze(farmer)
    for (const district of ['KE-garissa', 'KE-marsabit']) {
      const body = { farm_location: 'Here', farm_size: 2, crop_types: ['MAIZE'], district }
      await server.request('PUT /api/account/farm/', { token: farmer.token, body })
      server.clock.advance(1000)
      await analyze(farmer, { crop_type: 'BEANS' })
    }
    expect(await getCells('KE-garissa')).toEqual({})
    expect(await getCells('KE-marsabit')).toEqual({})
    expect(await getCells('KE-kwale')).toMatchObject({ 'maize photographed': 1, 'beans photographed': 1 })
  })

  it('count one file once in a district and week, also from several farmers', async () => {
    const seed = nextSeed()
    for (const district of ['KE-lamu', 'KE-lamu', 'KE-lamu', 'KE-wajir'])
      await analyze(await signUpIn(district), {}, seed)
    expect(await getCells('KE-lamu')).toEqual({ 'maize photographed': 1, 'maize common_rust confident': 1 })
    expect(await getCells('KE-wajir')).toEqual({ 'maize photographed': 1, 'maize common_rust confident': 1 })
  })

  it('count a photo though accounts that do not count sent it first, and once in what these count as', async () => {
    const seed = nextSeed()
    const send = async (isNew: boolean, changes: Answer = {}) => {
      server.clock.advance(1000)
      await analyze(await signUpIn('KE-nyeri', { isNew }), changes, seed)
    }
    await send(true)
    await send(true)
    await send(false, { crop_type: 'OTHER' })
    await send(false, { band: 'uncertain' })
    expect(await getCells('KE-nyeri')).toEqual({ 'maize photographed': 1, 'maize common_rust new': 1 })
    const counted = { 'maize photographed': 2, 'maize common_rust new': 1, 'maize common_rust confident': 1 }
    for (const isNew of [false, false, true]) {
      await send(isNew)
      expect(await getCells('KE-nyeri')).toEqual(counted)
    }
  })

  it('count a photo once that was sent again smaller, brighter or slightly cropped, but each different photo', async () => {
    const [leaf, other] = [await drawLeaf({ seed: nextSeed(), spots: true }).jpeg().toBuffer(), nextSeed()]
    const { width = 0, height = 0 } = await sharp(leaf).metadata()
    const edge = { left: Math.round(width / 100), top: Math.round(height / 100) }
    const cropped = { ...edge, width: width - 2 * edge.left, height: height - 2 * edge.top }
    const copies = [
      leaf,
      await sharp(leaf)
        .resize(Math.round(width / 2))
        .jpeg({ quality: 60 })
        .toBuffer(),
      await sharp(leaf).modulate({ brightness: 1.1 }).toBuffer(),
      await sharp(leaf).extract(cropped).toBuffer(),
    ]
    for (const copy of copies) {
      const farmer = await signUpIn('KE-isiolo')
      const { status, body } = await uploadPhoto(server, farmer.token, copy, { fields: { crop_type: 'MAIZE' } })
      expect(status).toBe(201)
      await answer(body.id)
    }
    expect(await getCells('KE-isiolo')).toEqual({ 'maize photographed': 1, 'maize common_rust confident': 1 })
    await analyze(await signUpIn('KE-isiolo'), {}, other)
    expect(await getCells('KE-isiolo')).toEqual({ 'maize photographed': 2, 'maize common_rust confident': 2 })
  })

  it('count one photo once in the district of the first photos of a week, though the farms move', async () => {
    const seed = nextSeed()
    for (const district of ['KE-embu', 'KE-meru']) {
      const farmer = await signUpIn('KE-kisii')
      await analyze(farmer, { rust_class: 'healthy', disease: null })
      const body = { farm_location: 'Here', farm_size: 2, crop_types: ['MAIZE'], district }
      await server.request('PUT /api/account/farm/', { token: farmer.token, body })
      await analyze(farmer, {}, seed)
    }
    expect(await getCells('KE-kisii')).toEqual({ 'maize photographed': 2, 'maize common_rust confident': 1 })
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
    const farmer = await signUpFarmer(server)
    await analyze(farmer)
    expect(await getCellsOf(farmer)).toEqual([])
  })

  it('count a photo in the week in which it was taken', async () => {
    const farmer = await signUpIn('UG-arua')
    const listWeeks = async () =>
      (await listReports(farmer)).flatMap(({ crop, week, disease }) => (disease === '' ? [[crop, week]] : []))
    const taken = new Date(server.clock.now().getTime() - 7 * 24 * 3600_000)
    const monday = findMonday(server.app, undefined)
    const leaf = await drawLeaf({ seed: nextSeed() }).jpeg().toBuffer()
    const fields = { crop_type: 'MAIZE', taken_at: taken.toISOString() }
    const { status, body } = await uploadPhoto(server, farmer.token, leaf, { fields })
    expect(status).toBe(201)
    expect(await listWeeks()).toEqual([['maize', monday]])
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
    await sql`update analyses set uploaded_at = uploaded_at - interval '7 days' where id = ${id}::uuid`.execute(
      server.app.db,
    )
    await analyze(farmer)
    expect(
      (await listReports(farmer))
        .filter(({ disease }) => disease === 'common_rust')
        .map(({ week }) => week)
        .sort(),
    ).toEqual([findMonday(server.app, undefined), findThisMonday()])
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
    await sql`update analyses set crop_type = 'BEANS', disease = 'angular_leaf_spot' where id = ${id}::uuid`.execute(
      server.app.db,
    )
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
      await server.runJobs()
    }
    await setWithdrawn(true)
    expect(await getCellsOf(farmer)).toEqual(['maize gray_leaf_spot confident', 'maize photographed'])
    await setWithdrawn(false)
    expect(await getCellsOf(farmer)).toEqual(agreed)
  })
})

describe('the weeks', () => {
  const day = 24 * 3600_000
  const close = () => closeWeeks(server.app, {}, new AbortController().signal)
  /** The last test of the file moves the clock. */
  const listCounted = async () => {
    const { rows } = await sql<{ week: string; counted_at: Date; is_changed: boolean }>`
      select to_char(week, 'YYYY-MM-DD') as week, counted_at, is_changed from counted_weeks order by week`.execute(
      server.app.db,
    )
    return rows
  }
  const findWeek = async (monday: string) => (await listCounted()).find(({ week }) => week === monday)

  it('are counted once they have ended, and again on the next day at the earliest', async () => {
    const district = 'UG-moroto'
    const [first, second] = [await signUpIn(district), await signUpIn(district)]
    const id = await analyze(first, {}, nextSeed())
    const monday = findThisMonday()
    await server.app.db.deleteFrom('weekly_counts').execute()
    await server.app.db.deleteFrom('counted_weeks').execute()
    await close()
    expect(await getCells(district, monday)).toEqual({})
    expect((await listCounted()).at(-1)?.week).toBe(addWeeks(monday, -1))

    const setTime = (time: number) => server.clock.advance(time - server.clock.now().getTime())
    // Monday at 00:30 in Nairobi.
    setTime(Date.parse(`${addWeeks(monday, 1)}T00:30:00+03:00`))
    await close()
    const counted = { 'maize photographed': 1, 'maize common_rust confident': 1 }
    expect(await getCells(district, monday)).toEqual(counted)

    // A photo of that week that comes late, and a crop that its farmer corrects.
    const { token } = await signIn(server, second.email)
    const leaf = await drawLeaf({ seed: nextSeed(), spots: true }).jpeg().toBuffer()
    const taken_at = new Date(server.clock.now().getTime() - 2 * 3600_000).toISOString()
    expect((await uploadPhoto(server, token, leaf, { fields: { crop_type: 'BEANS', taken_at } })).status).toBe(201)
    const correction = {
      token: (await signIn(server, first.email)).token,
      params: { id },
      body: { crop_type: 'BEANS' },
    }
    expect((await server.request('PATCH /analysis/rust-detection/{id}/', correction)).status).toBe(200)
    expect(await findWeek(monday)).toMatchObject({ is_changed: true })
    server.clock.advance(22 * 3600_000)
    await close()
    expect(await getCells(district, monday)).toEqual(counted)
    server.clock.advance(2 * 3600_000)
    await close()
    expect((await getCells(district, monday))['beans photographed']).toBe(2)
    expect(await findWeek(monday)).toMatchObject({ is_changed: false, counted_at: server.clock.now() })
  })

  it('of more than a month ago are counted again only if something has changed', async () => {
    const farmer = await signUpIn('UG-moroto')
    await analyze(farmer, {}, nextSeed())
    const monday = findThisMonday()
    await server.app.db.deleteFrom('counted_weeks').execute()
    server.clock.advance(50 * day)
    await close()
    const countedAt = server.clock.now()
    server.clock.advance(2 * day)
    await close()
    expect(await findWeek(monday)).toMatchObject({ counted_at: countedAt })
    expect((await getCells('UG-moroto', monday))['maize photographed']).toBe(1)
    const { token } = await signIn(server, farmer.email)
    const deletion = await server.request('POST /api/account/deletion/', { token, body: { password } })
    expect(deletion.status).toBe(200)
    server.clock.advance(15 * day)
    await eraseDueUsers(server.app)
    await close()
    expect(await getCells('UG-moroto', monday)).toEqual({})
  })
})
