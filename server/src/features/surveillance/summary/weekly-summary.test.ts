import { isDeepStrictEqual } from 'node:util'
import { type WeeklySummary, weeklySummary } from '@kutu/contract/summaries'
import { surveillance } from '@kutu/contract/surveillance'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestKey } from '../../../testing/features/api-keys.ts'
import {
  chooseCountry,
  createConfirmedWarning,
  createOpenWarning,
  maizeRust,
  storeWeeks,
  withdrawWarning,
} from '../../../testing/features/surveillance.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  createTestAdmin,
  signIn,
  signUpApprovedExpert,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'
import { getActiveModel } from '../../training/models/model-heads.ts'
import { addWeeks, findMonday } from '../weekly/weeks.ts'

let server: TestServer
let admin: TestUser
let last: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await createTestAdmin(server)
  last = findMonday(server.app, undefined)
})
afterAll(() => server.close())

const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
const request = (token: string, query: Record<string, string>) =>
  server.request('GET /api/surveillance/summary/', { token, query })
const read = async (query: Record<string, string>, { token } = admin): Promise<WeeklySummary> =>
  weeklySummary.parse((await request(token, query)).body)

const strengths = ['confirmed', 'confident', 'likely'] as const
type Strength = (typeof strengths)[number]
const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0)

/** The published table. */
async function readCounts(subject: { country: string; crop: string; disease: string; week: string }) {
  const reply = await server.request('GET /api/surveillance/map/', { query: subject })
  return surveillance.showMap.reply.parse(reply.body)
}
/** The column that a summary must have for that table. */
const expectedColumn = (
  { districts, totals }: Awaited<ReturnType<typeof readCounts>>,
  name: Strength | 'photographed',
) => ({
  total: totals[name],
  shown: sum(districts.map(row => row[name])),
})

const country = 'RW'
const places = ['RW-huye', 'RW-musanze', 'RW-ngoma', 'RW-nyanza', 'RW-rubavu']
const diseasesByCrop = { maize: ['common_rust', 'gray_leaf_spot', 'streak_virus'], beans: ['rust'] }

/** Stores random small and large counts of two weeks: the LCG of Numerical Recipes. */
async function storeRandomCounts(seed: number): Promise<void> {
  let state = seed
  const draw = (max: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * (max + 1))
  }
  for (let i = 0; i < 10; i++) draw(1)
  const rows = [last, addWeeks(last, -1)].flatMap(week =>
    Object.entries(diseasesByCrop).flatMap(([crop, names]) =>
      places.flatMap(district => {
        const cells = names.flatMap(disease =>
          strengths.map(strength => ({ disease, strength, farmers: draw(2) === 0 ? 0 : draw(14) })),
        )
        const photographed = {
          disease: '',
          strength: 'photographed' as const,
          farmers: sum(cells.map(({ farmers }) => farmers)) + draw(3),
        }
        return [...cells, photographed]
          .filter(({ farmers }) => farmers > 0)
          .map(cell => ({ ...cell, crop, district, week }))
      }),
    ),
  )
  await server.app.db.deleteFrom('weekly_counts').where('district', 'in', places).execute()
  await server.app.db.insertInto('weekly_counts').values(rows).execute()
}

it.each([1, 2, 3, 4])('has exactly the figures that the counts show, and none that they hide (%i)', async seed => {
  await storeRandomCounts(seed)
  const summary = await read({ country })
  const previousWeek = addWeeks(last, -1)
  const rises: WeeklySummary['rises'] = []
  const sizes: number[] = []
  for (const [crop, names] of Object.entries(diseasesByCrop)) {
    for (const disease of names) {
      const table = await readCounts({ country, crop, disease, week: last })
      const before = await readCounts({ country, crop, disease, week: previousWeek })
      const of = (counts: typeof table) => ({
        ...Object.fromEntries(strengths.map(name => [name, expectedColumn(counts, name)])),
        all: { min: counts.totals.reports_min, max: counts.totals.reports_max },
      })
      const expected = { crop, disease, week: of(table), previous_week: of(before) }
      const hasFigures = expected.week.all.min > 0 || expected.previous_week.all.min > 0
      const found = summary.diseases.filter(row => row.crop === crop && row.disease === disease)
      expect(found).toEqual(hasFigures ? [expected] : [])
      const [ofCrop] = summary.crops.filter(row => row.crop === crop)
      expect(ofCrop?.week ?? { total: null, shown: 0 }).toEqual(expectedColumn(table, 'photographed'))
      expect(ofCrop?.previous_week ?? { total: null, shown: 0 }).toEqual(expectedColumn(before, 'photographed'))
      for (const [i, row] of table.districts.entries()) {
        const old = before.districts[i]
        if (!old) continue
        const by = row.reports_min - old.reports_max
        if (by <= 0) continue
        sizes.push(by)
        rises.push({
          district: row.district,
          district_name: row.name,
          crop: crop as 'maize',
          disease,
          reports: row.reports_min,
          reports_max: row.reports_max,
          previous_reports: old.reports_min,
          previous_reports_max: old.reports_max,
          photographed: row.photographed,
          previous_photographed: old.photographed,
          photographed_min: row.photographed_min,
          photographed_max: row.photographed_max,
          previous_photographed_min: old.photographed_min,
          previous_photographed_max: old.photographed_max,
        })
      }
    }
  }
  expect(rises.length).toBeGreaterThan(0)
  for (const rise of summary.rises) expect(rises).toContainEqual(rise)
  const sizeOf = (rise: WeeklySummary['rises'][number]) => sizes[rises.findIndex(each => isDeepStrictEqual(each, rise))]
  expect(summary.rises.map(sizeOf)).toEqual(sizes.sort((a, b) => b - a).slice(0, 10))
})

it('says how many districts have a figure, when it was made, and with which model', async () => {
  await storeWeeks(server, { ...maizeRust, district: 'BI-gitega' }, [{ reports: 6, photographed: 20 }])
  await storeWeeks(server, { ...maizeRust, district: 'BI-ngozi' }, [{ reports: 3, photographed: 3 }])
  const summary = await read({ country: 'BI' })
  expect(summary).toMatchObject({ country: 'BI', week: last, last_week: last, districts: { total: 18, shown: 1 } })
  expect(summary.made_at).toBe(server.clock.now().toISOString())
  expect(summary.model_version).toBe((await getActiveModel(server.app.db, server.app)).version)
})

it('is about weeks that have ended', async () => {
  expect((await read({ country, week: addWeeks(last, 1) })).week).toBe(last)
  // Any day of a week stands for it.
  expect((await read({ country, week: addDays(last, -1) })).week).toBe(addWeeks(last, -1))
  const empty = await read({ country: 'ET', week: addWeeks(last, -20) })
  expect(empty).toMatchObject({ crops: [], diseases: [], rises: [], districts: { shown: 0 }, warnings: { count: 0 } })
})

it('lists the warnings that hold, and on earlier weeks those that held on the Sunday', async () => {
  const id = await createConfirmedWarning(server, admin, { ...maizeRust, district: 'KE-nakuru' })
  const { warnings } = await read({ country: 'KE' })
  expect(warnings).toMatchObject({ count: 1, results: [{ id, district_name: 'Nakuru', crop: 'maize', week: last }] })
  expect((await read({ country: 'KE', week: addWeeks(last, -1) })).warnings.count).toBe(0)
  expect((await read({ country: 'TZ' })).warnings.count).toBe(0)
  server.clock.advance(7 * 86_400_000)
  admin = { ...admin, ...(await signIn(server, admin.email)) }
  const next = findMonday(server.app, undefined)
  expect((await read({ country: 'KE', week: next })).warnings.count).toBe(1)
  // It was confirmed after the Sunday of its own week.
  const earlier = await read({ country: 'KE', week: last })
  expect(earlier.warnings).toMatchObject({ day: addDays(last, 6), count: 0 })
  server.clock.advance(14 * 86_400_000)
  admin = { ...admin, ...(await signIn(server, admin.email)) }
  expect((await read({ country: 'KE' })).warnings.count).toBe(0)
  expect((await read({ country: 'KE', week: next })).warnings).toMatchObject({ count: 1, results: [{ id }] })
  last = findMonday(server.app, undefined)
})

it('lists proposed warnings for those who decide on them only', async () => {
  const id = await createOpenWarning(server, { ...maizeRust, district: 'UG-gulu' })
  expect((await read({ country: 'UG' })).proposed).toMatchObject({ count: 1, results: [{ id, valid_until: null }] })
  const expert = await signUpApprovedExpert(server, admin)
  expect((await read({ country: 'UG' }, expert)).proposed).toBeNull()
  await chooseCountry(server, expert, 'UG')
  expect((await read({ country: 'UG' }, expert)).proposed?.count).toBe(1)
  expect((await read({ country: 'KE' }, expert)).proposed).toBeNull()
})

it('is the same for programs with an API key for counts and warnings of the country, without warnings to decide on', async () => {
  await createOpenWarning(server, { ...maizeRust, district: 'TZ-mbeya' })
  const { key } = await createTestKey(server, admin, { scopes: ['counts', 'warnings'], countries: ['TZ', country] })
  for (const query of [{ country: 'TZ' }, { country }]) {
    const { made_at: _, ...summary } = await read(query)
    const { status, body, headers } = await request(key, query)
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
    expect(body).toEqual({ ...summary, made_at: expect.any(String), proposed: null })
  }
  expect((await read({ country: 'TZ' })).proposed?.count).toBe(1)
  const withdrawn = await createConfirmedWarning(server, admin, { ...maizeRust, district: 'TZ-mara' })
  await withdrawWarning(server, admin, withdrawn, { reason: 'It was another disease.' })
  expect((await read({ country: 'TZ' })).withdrawn.results).toMatchObject([
    { id: withdrawn, withdrawal_reason: 'It was another disease.' },
  ])
  expect((await request(key, { country: 'TZ' })).body.withdrawn).toMatchObject({
    count: 1,
    results: [{ id: withdrawn, withdrawal_reason: null }],
  })
  expect((await request(key, { country: 'UG' })).body.error).toBe('api_key_country_missing')
})

it('is for approved experts and administrators, and for the countries that Kutu serves', async () => {
  const farmer = await signUpFarmer(server)
  expect((await request(farmer.token, { country })).status).toBe(403)
  for (const query of [{ country: 'GB' }, { country, week: 'soon' }, {}])
    expect((await request(admin.token, query as Record<string, string>)).body.error).toBe('validation_failed')
})
