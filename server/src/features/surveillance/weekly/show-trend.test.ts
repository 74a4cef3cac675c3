import { trends } from '@kutu/contract/trends'
import { wilsonInterval } from '@kutu/vision/metrics/metrics'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createConfirmedWarning, createOpenWarning, maizeRust } from '../../../testing/features/surveillance.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  createTestAdmin,
  signUpApprovedExpert,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'
import { addWeeks, findMonday } from '../weekly/weeks.ts'

let server: TestServer
let admin: TestUser
let token: string
let last: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await createTestAdmin(server)
  // Of no country, so the counts are those that everybody sees.
  ;({ token } = await signUpApprovedExpert(server, admin))
  last = findMonday(server.app, undefined)
  const cell = (
    district: string,
    strength: 'confirmed' | 'confident' | 'likely' | 'photographed',
    farmers: number,
  ) => ({
    district,
    strength,
    farmers,
    crop: 'maize',
    week: last,
    disease: strength === 'photographed' ? '' : 'common_rust',
  })
  await server.app.db
    .insertInto('weekly_counts')
    .values([
      ...[cell('UG-mbale', 'confirmed', 6), cell('UG-mbale', 'confident', 8), cell('UG-mbale', 'likely', 10)],
      ...[cell('UG-mbale', 'photographed', 60), cell('UG-gulu', 'confident', 7), cell('UG-gulu', 'photographed', 40)],
      cell('UG-lira', 'photographed', 3),
      ...[cell('UG-arua', 'confirmed', 5), cell('UG-arua', 'confident', 5), cell('UG-arua', 'likely', 5)],
      cell('UG-arua', 'photographed', 15),
    ])
    .execute()
})
afterAll(() => server.close())

const subject = { country: 'UG', crop: 'maize', disease: 'common_rust' }
const request = (query: Record<string, string> = {}) =>
  server.request('GET /api/surveillance/trends/', { token, query: { ...subject, ...query } })
const readLastWeek = async (query: Record<string, string> = {}) =>
  trends.showTrend.reply.parse((await request(query)).body).weeks.at(-1)

it('has the share of a district in each week, with its Wilson interval', async () => {
  const { low, high } = wilsonInterval(24, 60)
  expect(await readLastWeek({ district: 'UG-mbale' })).toEqual({
    week: last,
    districts: 1,
    confirmed: 6,
    confident: 8,
    likely: 10,
    reports_min: 24,
    reports_max: 24,
    photographed_min: 60,
    photographed_max: 60,
    share: 0.4,
    low,
    high,
    warnings: 0,
    weather: null,
  })
  const { body } = await request({ district: 'UG-mbale' })
  expect(body.weeks).toHaveLength(53)
  expect(body.weeks[0]).toEqual({
    ...{
      week: addWeeks(last, -52),
      districts: 0,
      confirmed: 0,
      confident: 0,
      likely: 0,
      reports_min: 0,
      reports_max: 0,
      photographed_min: 0,
      photographed_max: 0,
    },
    share: null,
    low: null,
    high: null,
    warnings: 0,
    weather: null,
  })
})

it('widens the interval by what hidden counts can be, and gives no share then', async () => {
  expect(await readLastWeek({ district: 'UG-gulu' })).toMatchObject({
    reports_min: 7,
    reports_max: 11,
    photographed_min: 40,
    photographed_max: 40,
    share: null,
    low: wilsonInterval(7, 40).low,
    high: wilsonInterval(11, 40).high,
  })
})

it('of a district where everybody reports is known within four farmers', async () => {
  expect(await readLastWeek({ district: 'UG-arua' })).toMatchObject({
    districts: 1,
    reports_min: 15,
    reports_max: 15,
    photographed_min: 15,
    photographed_max: 19,
    share: null,
    low: wilsonInterval(15, 19).low,
    high: 1,
  })
})

it('of a country is about the districts with five farmers or more', async () => {
  expect(await readLastWeek()).toMatchObject({
    districts: 3,
    reports_min: 24 + 7 + 15,
    reports_max: 24 + 11 + 15,
    photographed_min: 115,
    photographed_max: 119,
    share: null,
  })
})

it('of a country uses the published totals: hidden counts add up to no more than what is left of them', async () => {
  const week = addWeeks(last, -3)
  const cell = (district: string, strength: 'confident' | 'photographed', farmers: number) => ({
    district,
    strength,
    farmers,
    crop: 'maize',
    week,
    disease: strength === 'photographed' ? '' : 'common_rust',
  })
  const codes = ['UG-gulu', 'UG-lira', 'UG-arua', 'UG-soroti', 'UG-tororo', 'UG-kabale']
  await server.app.db
    .insertInto('weekly_counts')
    .values([
      ...[cell('UG-mbale', 'confident', 20), cell('UG-mbale', 'photographed', 60), cell('UG-gulu', 'confident', 1)],
      ...codes.map(code => cell(code, 'photographed', 30)),
    ])
    .execute()
  const { body } = await request({ from: week, to: week })
  // Of each of the three columns is known that its hidden counts are few.
  const reports_max = 20 + 3 * 4
  expect(body.weeks).toEqual([
    {
      week,
      districts: 7,
      confirmed: null,
      confident: null,
      likely: null,
      reports_min: 20,
      reports_max,
      photographed_min: 240,
      photographed_max: 240,
      ...{
        share: null,
        low: wilsonInterval(20, 240).low,
        high: wilsonInterval(reports_max, 240).high,
        warnings: 0,
        weather: null,
      },
    },
  ])
})

it('counts the confirmed warnings of each week, of a country or a district', async () => {
  const cell = { ...maizeRust, district: 'KE-nakuru' }
  await createConfirmedWarning(server, admin, cell)
  await createOpenWarning(server, { ...maizeRust, district: 'KE-kisumu' })
  const read = async (query: Record<string, string>) => (await readLastWeek({ country: 'KE', ...query }))?.warnings
  expect(await read({})).toBe(1)
  expect(await read({ district: 'KE-nakuru' })).toBe(1)
  expect(await read({ district: 'KE-kisumu' })).toBe(0)
  expect(await read({ disease: 'gray_leaf_spot' })).toBe(0)
  expect(await read({ country: 'UG' })).toBe(0)
})

it('is limited to weeks that have ended, a year, and districts of the country', async () => {
  expect(
    (await request({ from: last, to: addWeeks(last, 1) })).body.weeks.map(({ week }: { week: string }) => week),
  ).toEqual([last])
  for (const query of [{ district: 'KE-nakuru' }, { district: 'UG-nowhere' }, { from: addWeeks(last, -60) }])
    expect((await request(query as Record<string, string>)).status).toBe(400)
})

it('has the true counts, with small ones, for who decides in the country', async () => {
  const read = async (token: string) => {
    const query = { ...subject, district: 'UG-gulu' }
    const reply = await server.request('GET /api/surveillance/trends/', { token, query })
    return trends.showTrend.reply.parse(reply.body)
  }
  const trueCounts = await read(admin.token)
  expect(trueCounts.is_exact).toBe(true)
  const { low, high } = wilsonInterval(7, 40)
  expect(trueCounts.weeks.at(-1)).toMatchObject({
    ...{ confirmed: 0, confident: 7, likely: 0, reports_min: 7, reports_max: 7 },
    ...{ photographed_min: 40, photographed_max: 40, share: 7 / 40, low, high },
  })
  const published = await read(token)
  expect(published.is_exact).toBe(false)
  expect(published.weeks.at(-1)).toMatchObject({ confirmed: null, confident: 7, likely: null, reports_max: 11 })
})

it('is for experts and administrators', async () => {
  const farmer = await signUpFarmer(server)
  const reply = await server.request('GET /api/surveillance/trends/', { token: farmer.token, query: subject })
  expect(reply.status).toBe(403)
})
