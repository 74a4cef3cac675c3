import { surveillance } from '@kutu/contract/surveillance'
import { districts } from '@kutu/places/districts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  createTestAdmin,
  signUpApprovedExpert,
  signUpExpert,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'
import { readPublishedDistricts, readPublishedWeeks } from './read-weeks.ts'
import { addWeeks, findMonday } from './weeks.ts'

let server: TestServer
let admin: TestUser
/** Decides in no country. */
let expert: TestUser
const week = '2026-11-16'
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  admin = await createTestAdmin(server)
  expert = await signUpApprovedExpert(server, admin)
  const cell = (
    district: string,
    disease: string,
    strength: 'confirmed' | 'confident' | 'photographed',
    farmers: number,
  ) => ({
    district,
    disease,
    strength,
    farmers,
    week,
    crop: 'maize',
  })
  await server.app.db
    .insertInto('weekly_counts')
    .values([
      cell('UG-mbale', 'common_rust', 'confident', 12),
      cell('UG-mbale', '', 'photographed', 40),
      cell('UG-gulu', 'common_rust', 'confident', 7),
      cell('UG-gulu', '', 'photographed', 20),
      cell('UG-lira', 'common_rust', 'confident', 3),
      cell('UG-lira', '', 'photographed', 9),
      // Nine of the farmers of Lira photographed maize, and all had another disease.
      cell('UG-lira', 'streak_virus', 'confirmed', 4),
      cell('KE-nakuru', 'common_rust', 'confident', 50),
    ])
    .execute()
})
afterAll(() => server.close())

const query = { country: 'UG', crop: 'maize', disease: 'common_rust', week: '2026-11-18' }
const read = async ({ token }: TestUser, changes: Record<string, string> = {}) =>
  server.request('GET /api/surveillance/counts/', { token, query: { ...query, ...changes } })
const readCounts = async (changes: Record<string, string> = {}, reader = expert) =>
  surveillance.showCounts.reply.parse((await read(reader, changes)).body)

it('lists every district of the country, with small counts hidden', async () => {
  const { districts: rows, totals, last_week: _, ...about } = await readCounts()
  expect(about).toEqual({
    country: 'UG',
    crop: 'maize',
    disease: 'common_rust',
    week,
    is_exact: false,
    arrival_days: null,
  })
  expect(rows).toHaveLength(districts.filter(({ country }) => country === 'UG').length)
  const find = (code: string) => rows.find(({ district }) => district === code)
  const hidden = {
    confirmed: null,
    confident: null,
    likely: null,
    photographed: null,
    reports_min: 0,
    reports_max: 4,
    photographed_min: 0,
    photographed_max: 4,
  }
  expect(find('UG-mbale')).toEqual({
    ...hidden,
    district: 'UG-mbale',
    name: 'Mbale',
    confident: 12,
    photographed: 40,
    reports_min: 12,
    reports_max: 16,
    photographed_min: 40,
    photographed_max: 40,
  })
  expect(find('UG-gulu')).toMatchObject({ confident: 7, photographed: 20 })
  expect(find('UG-lira')).toMatchObject({ confident: null })
  // Nobody is known to have photographed anything elsewhere, which looks like any other small count.
  expect(find('UG-arua')).toMatchObject(hidden)
  expect(find('UG-kabale')).toMatchObject({ ...hidden, photographed_min: 0 })
  const others = rows.length - 3
  expect(totals).toEqual({
    confirmed: null,
    confident: null,
    likely: null,
    photographed: null,
    reports_min: 19,
    reports_max: 19 + 3 * 4,
    photographed_min: 69,
    photographed_max: 69 + others * 4,
  })
})

it('hides no count from administrators, and from experts who decide in the country', async () => {
  await server.request('PUT /api/surveillance/expert-country/', { token: expert.token, body: { country: 'UG' } })
  for (const reader of [admin, expert]) {
    const { districts: rows, totals } = await readCounts({}, reader)
    expect(rows.find(({ district }) => district === 'UG-lira')).toMatchObject({
      confirmed: 0,
      confident: 3,
      likely: 0,
      photographed: 9,
      reports_min: 3,
      reports_max: 3,
      photographed_min: 9,
      photographed_max: 9,
    })
    expect(totals).toMatchObject({ confident: 22, reports_min: 22, reports_max: 22, photographed: 69 })
  }
  await server.request('PUT /api/admin/users/{id}/', {
    token: admin.token,
    params: { id: expert.id },
    body: { action: 'set_country', country: 'KE' },
  })
  const { districts: rows } = await readCounts()
  expect(rows.find(({ district }) => district === 'UG-lira')).toMatchObject({ confident: null, reports_max: 4 })
})

it('counts each disease, country and week on its own', async () => {
  const { districts: rows } = await readCounts({ country: 'KE' })
  expect(rows.find(({ district }) => district === 'KE-nakuru')?.confident).toBe(50)
  expect(rows.every(({ district }) => district.startsWith('KE-'))).toBe(true)
  const otherWeek = await readCounts({ week: '2026-11-15' })
  expect(otherWeek.week).toBe('2026-11-09')
  expect(otherWeek.districts.every(({ confident }) => confident === null)).toBe(true)
})

it('shows nobody a week before it has ended', async () => {
  const lastWeek = findMonday(server.app, undefined)
  const cell = { district: 'TZ-mbeya', crop: 'rice', disease: 'blast', strength: 'likely' as const, farmers: 77 }
  const running = addWeeks(lastWeek, 1)
  await server.app.db
    .insertInto('weekly_counts')
    .values({ ...cell, week: running })
    .execute()
  for (const user of [admin, await signUpApprovedExpert(server, admin)]) {
    const { status, body } = await read(user, { country: 'TZ', crop: 'rice', disease: 'blast', week: running })
    expect([status, body.week, body.last_week]).toEqual([200, lastWeek, lastWeek])
    expect(JSON.stringify(body)).not.toContain('77')
  }
})

it('shows the last week that has ended if none is asked for', async () => {
  const reply = await server.request('GET /api/surveillance/counts/', {
    token: admin.token,
    query: { country: 'UG', crop: 'maize', disease: 'common_rust' },
  })
  const { week: monday, last_week } = surveillance.showCounts.reply.parse(reply.body)
  expect(last_week).toBe(monday)
  expect(new Date(monday).getUTCDay()).toBe(1)
  const age = server.clock.now().getTime() - Date.parse(`${monday}T00:00:00+03:00`)
  expect(age).toBeGreaterThanOrEqual(7 * 24 * 3600_000)
  expect(age).toBeLessThan(14 * 24 * 3600_000)
})

it('is for approved experts and administrators', async () => {
  const [farmer, waiting] = [await signUpFarmer(server), await signUpExpert(server)]
  for (const person of [farmer, waiting]) expect((await read(person)).status).toBe(403)
  const params = { id: waiting.id }
  await server.request('PUT /api/admin/experts/{id}/', { token: admin.token, params, body: { action: 'approve' } })
  expect((await read(waiting)).status).toBe(200)
})

it.each([
  { country: 'GB' },
  { crop: 'MAIZE' },
  { disease: '' },
  { disease: 'foo' },
  { disease: 'blast' },
  { disease: "rust'; --" },
  { week: '2026-02-30' },
])('rejects %j', async changes => {
  const { status, body } = await read(admin, changes as unknown as Record<string, string>)
  expect([status, body.error]).toEqual([400, 'validation_failed'])
})

it('are the same when only some districts are read', async () => {
  const subject = { country: 'UG', crop: 'maize', disease: 'common_rust' } as const
  const codes = ['UG-gulu', 'UG-lira', 'UG-mbale']
  const [whole] = await readPublishedWeeks(server.app.db, subject, [week])
  const [some] = await readPublishedDistricts(server.app.db, subject, { codes, weeks: [week] })
  expect(some?.districts).toEqual(whole?.districts.filter(({ district }) => codes.includes(district)))
  expect(some?.districts).toHaveLength(3)
})
