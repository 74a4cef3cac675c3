import { surveillance } from '@kutu/contract/surveillance'
import { trends } from '@kutu/contract/trends'
import { warnings } from '@kutu/contract/warnings'
import { weather } from '@kutu/contract/weather'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startWeatherService } from '../../../testing/fakes/weather-service.ts'
import { createConfirmedWarning, storeWeeks } from '../../../testing/features/surveillance.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { addWeeks, findMonday } from '../weekly/weeks.ts'
import { fetchWeather } from './fetch-weather.ts'

let server: TestServer
let service: Awaited<ReturnType<typeof startWeatherService>>
let admin: TestUser
let farmer: TestUser
/** Monday of the running week. */
let week: string
const stripeRust = { district: 'KE-narok', crop: 'wheat', disease: 'stripe_rust' }

beforeAll(async () => {
  server = await startTestServer()
  service = await startWeatherService({ now: () => server.clock.now() })
  // Monday, 9 in the morning in Nairobi, so that every test has the whole week ahead.
  week = addWeeks(findMonday(server.app, undefined), 2)
  server.clock.advance(Date.parse(`${week}T06:00:00Z`) - server.clock.now().getTime())
  admin = await createTestAdmin(server)
  farmer = await signUpFarmer(server)
})
beforeEach(async () => {
  service.reset()
  server.app.config.weather = { url: service.url, apiKey: undefined }
  await server.app.db.deleteFrom('district_weather').execute()
})
afterAll(async () => {
  await server.close()
  await service.close()
})

/** Fetches weather with nights of six wet hours at a temperature in the first days of a week, in Narok; elsewhere it is dry. */
async function fetchWetNights(days: number, temperature: number, monday = week) {
  await storeWeeks(server, stripeRust, [{ reports: 12, photographed: 30 }])
  await storeWeeks(server, { ...stripeRust, district: 'KE-nakuru' }, [{ reports: 1, photographed: 3 }])
  const last = new Date(Date.parse(`${monday}T00:00:00Z`) + (days - 1) * 86_400_000).toISOString().slice(0, 10)
  service.setSky(({ day, hour, latitude }) => {
    const isWet = latitude < -0.7 && day >= monday && day <= last && hour < 6
    return { temperature, humidity: isWet ? 97 : 60, rain: 0 }
  })
  await fetchWeather(server.app, {}, new AbortController().signal)
}
const readRisk = async (query: Record<string, string> = {}) => {
  const { status, body, headers } = await server.request('GET /api/surveillance/weather/', {
    query: { country: 'KE', crop: 'wheat', disease: 'stripe_rust', ...query },
  })
  expect(status).toBe(200)
  return { ...weather.showWeatherRisk.reply.parse(body), headers }
}

it('tells everybody how much the weather of this week suits a disease', async () => {
  await fetchWetNights(4, 10)
  const { districts, headers, ...subject } = await readRisk()
  expect(subject).toEqual({ country: 'KE', crop: 'wheat', disease: 'stripe_rust', week, source: 'open_meteo' })
  expect(districts).toEqual([
    { district: 'KE-nakuru', name: 'Nakuru', level: 'low', days: 0 },
    { district: 'KE-narok', name: 'Narok', level: 'high', days: 4 },
  ])
  expect(headers.get('cache-control')).toBe('public, max-age=600')
})

it('differs between diseases by their temperatures', async () => {
  await fetchWetNights(3, 10)
  const levelOf = async (disease: string) =>
    (await readRisk({ disease })).districts.find(({ district }) => district === 'KE-narok')?.level
  expect([await levelOf('stripe_rust'), await levelOf('leaf_rust'), await levelOf('stem_rust')]).toEqual([
    'medium',
    'low',
    'low',
  ])
})

it('is refused for what is no disease of the crop', async () => {
  const query = { country: 'KE', crop: 'wheat', disease: 'foo' }
  expect((await server.request('GET /api/surveillance/weather/', { query })).body.error).toBe('validation_failed')
})

it('is unknown where missing hours could change it', async () => {
  await fetchWetNights(1, 10)
  await server.app.db
    .updateTable('district_weather')
    .set({ humidity: Array(24).fill(null) })
    .where('district', '=', 'KE-narok')
    .where('day', '>', week)
    .execute()
  const { districts } = await readRisk()
  expect(districts.find(({ district }) => district === 'KE-narok')).toMatchObject({ level: 'unknown', days: null })
})

it('is left out for diseases without rules, for other weeks, and while no weather service is set', async () => {
  await fetchWetNights(4, 10)
  expect((await readRisk({ crop: 'maize', disease: 'gray_leaf_spot' })).districts).toEqual([])
  expect((await readRisk({ country: 'UG' })).districts).toEqual([])
  server.app.config.weather = undefined
  expect((await readRisk()).districts).toEqual([])
})

it('stands beside the evidence of a warning and on its notice', async () => {
  const id = await createConfirmedWarning(server, admin, stripeRust)
  const showWarning = async () => {
    const { body } = await server.request('GET /api/surveillance/warnings/{id}/', {
      token: admin.token,
      params: { id },
    })
    return warnings.showWarning.reply.parse(body).weather
  }
  const showNotice = async () => {
    const { body } = await server.request('GET /api/surveillance/notices/{id}/', {
      token: farmer.token,
      params: { id },
    })
    return warnings.showNotice.reply.parse(body).weather
  }
  expect([await showWarning(), await showNotice()]).toEqual([[], null])
  await fetchWetNights(3, 10)
  expect(await showWarning()).toEqual([
    // The week of the rise: eight days before today are known.
    { week: addWeeks(week, -1), level: 'low', days: 0 },
    { week, level: 'medium', days: 3 },
  ])
  expect(await showNotice()).toEqual({ level: 'medium', days: 3 })
  server.app.config.weather = undefined
  expect([await showWarning(), await showNotice()]).toEqual([[], null])
})

const exportOf = async (format: 'csv' | 'geojson', query: Record<string, string> = {}) => {
  const subject = { country: 'KE', crop: 'wheat', disease: 'stripe_rust', from: addWeeks(week, -2), to: week, ...query }
  const { status, body } = await server.request(`GET /api/surveillance/counts/export.${format}`, {
    token: admin.token,
    query: subject,
  })
  expect(status).toBe(200)
  return body
}
/** Returns the weather of the last two weeks that have ended in Narok, from both files, which must agree. */
async function readExportedWeeks(query: Record<string, string> = {}) {
  const { features } = surveillance.exportCountsAsGeoJson.reply.parse(await exportOf('geojson', query))
  const [header = '', ...lines] = ((await exportOf('csv', query)) as string).trimEnd().split('\r\n')
  expect(header.split(',').slice(-2)).toEqual(['weather_risk', 'weather_days'])
  const rows = features.map(({ properties: { week, district, weather_risk, weather_days } }) => [
    ...[week, district, weather_risk, weather_days],
  ])
  const cells = lines.map(line => line.split(',')).map(cells => [cells[0], cells[2], ...cells.slice(-2)])
  expect(cells).toEqual(rows.map(row => row.map(value => String(value ?? ''))))
  return rows.filter(([, district]) => district === 'KE-narok').map(([, , ...risk]) => risk)
}

it('of weeks that have ended is in the files of counts', async () => {
  await fetchWetNights(3, 10, addWeeks(week, -1))
  expect(await readExportedWeeks()).toEqual([
    // One day of the week before is known.
    [null, null],
    ['medium', 3],
  ])
  expect(await readExportedWeeks({ disease: 'leaf_rust' })).toContainEqual(['low', 0])
})

it('has empty cells in the files where it is not known', async () => {
  await fetchWetNights(3, 10, addWeeks(week, -1))
  const lastWeek = async (query?: Record<string, string>) => (await readExportedWeeks(query))[1]
  expect(await lastWeek({ crop: 'maize', disease: 'gray_leaf_spot' })).toEqual([null, null])
  // Forecasts that nothing has replaced: they say what was expected, not what came.
  await server.app.db
    .updateTable('district_weather')
    .set({ is_forecast: true })
    .where('day', '<', week)
    .where('day', '>', addWeeks(week, -1))
    .execute()
  expect(await lastWeek()).toEqual([null, null])
  server.app.config.weather = undefined
  expect(await lastWeek()).toEqual([null, null])
})

it('of weeks that have ended stands in the trend of a district, and not of a country', async () => {
  await fetchWetNights(4, 10, addWeeks(week, -1))
  const readTrend = async (query: Record<string, string>) => {
    const { body } = await server.request('GET /api/surveillance/trends/', {
      token: admin.token,
      query: { country: 'KE', crop: 'wheat', disease: 'stripe_rust', from: addWeeks(week, -2), ...query },
    })
    return trends.showTrend.reply.parse(body).weeks.map(({ weather }) => weather)
  }
  expect(await readTrend({ district: 'KE-narok' })).toEqual([null, { level: 'high', days: 4 }])
  expect(await readTrend({ district: 'KE-nakuru' })).toEqual([null, { level: 'low', days: 0 }])
  expect(await readTrend({})).toEqual([null, null])
  server.app.config.weather = undefined
  expect(await readTrend({ district: 'KE-narok' })).toEqual([null, null])
})
