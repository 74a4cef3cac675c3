import { surveillance } from '@kutu/contract/surveillance'
import { districts } from '@kutu/places/districts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { addWeeks, findMonday } from './weeks.ts'

let server: TestServer
let admin: TestUser
/** The last week that has ended. */
let week: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await createTestAdmin(server)
  week = findMonday(server.app, undefined)
  const cell = (farmers: number, changes: object) => ({
    district: 'KE-muranga',
    crop: 'beans',
    disease: 'rust',
    strength: 'confident' as const,
    week,
    farmers,
    ...changes,
  })
  await server.app.db
    .insertInto('weekly_counts')
    .values([
      cell(12, {}),
      cell(40, { disease: '', strength: 'photographed' }),
      cell(3, { strength: 'likely' }),
      cell(8, { week: addWeeks(week, -1), district: 'KE-nakuru' }),
      cell(9, { week: addWeeks(week, -1), district: 'KE-nakuru', disease: '', strength: 'photographed' }),
      // The running week.
      cell(70, { week: addWeeks(week, 1) }),
    ])
    .execute()
})
afterAll(() => server.close())

const subject = { country: 'KE', crop: 'beans', disease: 'rust' }
const exportCsv = (query: Record<string, string> = {}, { token } = admin) =>
  server.request('GET /api/surveillance/counts/export.csv', { token, query: { ...subject, ...query } })
const readLines = async (query: Record<string, string>): Promise<string[][]> => {
  const { status, body } = await exportCsv(query)
  expect(status).toBe(200)
  return (body as string)
    .trimEnd()
    .split('\r\n')
    .map(line => line.split(','))
}

it('has a line for each week and district, and empty cells for hidden counts', async () => {
  const [header, ...lines] = await readLines({ from: addWeeks(week, -1), to: week })
  expect(header?.join(',')).toBe(
    'week,country,district_code,district,crop,disease,confirmed,confident,likely,photographed,' +
      'reports_min,reports_max,photographed_min,photographed_max,weather_risk,weather_days',
  )
  expect(lines).toHaveLength(2 * districts.filter(({ country }) => country === 'KE').length)
  const find = (monday: string, district: string) =>
    lines.find(([day, , code]) => day === monday && code === district)?.slice(3)
  expect(find(week, 'KE-muranga')).toEqual([
    ...["Murang'a", 'beans', 'rust', '', '12', '', '40', '12', '16', '40', '40', '', ''],
  ])
  expect(find(week, 'KE-nakuru')).toEqual(['Nakuru', 'beans', 'rust', '', '', '', '', '0', '4', '0', '4', '', ''])
  expect(find(addWeeks(week, -1), 'KE-nakuru')?.[4]).toBe('8')
})

it('has the same figures as the single weeks', async () => {
  const [, ...lines] = await readLines({})
  for (const monday of [week, addWeeks(week, -1), addWeeks(week, -30)]) {
    const query = { ...subject, week: monday }
    const reply = await server.request('GET /api/surveillance/map/', { query })
    const shown = surveillance.showMap.reply.parse(reply.body).districts
    const cells = shown.map(({ name: _, district, confirmed, confident, likely, photographed, ...bounds }) =>
      [district, confirmed, confident, likely, photographed, ...Object.values(bounds)].map(value =>
        String(value ?? ''),
      ),
    )
    const ofWeek = lines.filter(([day]) => day === monday)
    expect(ofWeek.map(line => [line[2], ...line.slice(6, 14)])).toEqual(cells)
  }
})

it('leaves out the week that has not ended', async () => {
  const [, ...lines] = await readLines({ from: week, to: addWeeks(week, 5) })
  expect(new Set(lines.map(([day]) => day))).toEqual(new Set([week]))
  expect(await readLines({ from: addWeeks(week, 1), to: addWeeks(week, 1) })).toHaveLength(1)
})

it('is a file of at most 53 weeks', async () => {
  const { headers } = await exportCsv()
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe('attachment; filename="export.csv"')
  const [, ...lines] = await readLines({})
  expect(new Set(lines.map(([day]) => day)).size).toBe(53)
  expect((await exportCsv({ from: addWeeks(week, -53), to: week })).body.error).toBe('validation_failed')
  expect((await exportCsv({ from: week, to: addWeeks(week, -1) })).body.error).toBe('validation_failed')
})

it('is not for farmers', async () => {
  expect((await exportCsv({}, await signUpFarmer(server))).status).toBe(403)
})
