import { districts } from '@kutu/places/districts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startWeatherService } from '../../../testing/fakes/weather-service.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { addWeeks, findMonday } from '../weekly/weeks.ts'
import { fetchWeather, sweepWeather } from './fetch-weather.ts'
import { fetchForecasts } from './open-meteo.ts'

const apiKey = 'a-key-of-a-plan'
let server: TestServer
let service: Awaited<ReturnType<typeof startWeatherService>>
let farmer: TestUser
beforeAll(async () => {
  server = await startTestServer()
  service = await startWeatherService({ now: () => server.clock.now() })
  farmer = await signUpFarmer(server)
})
beforeEach(async () => {
  service.reset()
  server.app.config.weather = { url: service.url, apiKey }
  for (const table of ['district_weather', 'weekly_counts'] as const) await server.app.db.deleteFrom(table).execute()
  await liveIn('UG-mbale')
})
afterAll(async () => {
  await server.close()
  await service.close()
})

const liveIn = (district: string) =>
  server.app.db.updateTable('farmer_profiles').set({ district }).where('user_id', '=', farmer.id).execute()
const report = async (districts: readonly string[], weeksAgo = 1) => {
  const week = addWeeks(findMonday(server.app, undefined), 1 - weeksAgo)
  const cell = { crop: 'wheat', disease: 'stripe_rust', strength: 'likely' as const, week, farmers: 1 }
  await server.app.db
    .insertInto('weekly_counts')
    .values(districts.map(district => ({ district, ...cell })))
    .execute()
}
const run = () => fetchWeather(server.app, {}, new AbortController().signal)
const listStored = () =>
  server.app.db.selectFrom('district_weather').selectAll().orderBy('district').orderBy('day').execute()
const listDistricts = async () => [...new Set((await listStored()).map(({ district }) => district))]
/** The day of the server's clock in Nairobi. */
const getToday = () => new Date(server.clock.now().getTime() + 3 * 3600_000).toISOString().slice(0, 10)
const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

describe('the weather', () => {
  it('is not fetched while no service is set', async () => {
    server.app.config.weather = undefined
    await run()
    expect([service.requests, await listStored()]).toEqual([[], []])
  })

  it('comes from the job of the crontab, for the districts with farmers or recent reports', async () => {
    await report(['ET-arsi', 'KE-narok'])
    await report(['KE-nakuru'], 14)
    await server.app.pool.query(`select graphile_worker.add_job('fetch_weather')`)
    await server.runJobs()
    expect(await listDistricts()).toEqual(['ET-arsi', 'KE-narok', 'UG-mbale'])
    const [request] = service.requests
    expect(service.requests).toHaveLength(1)
    expect(request?.get('latitude')?.split(',')).toHaveLength(3)
    expect(Object.fromEntries(request ?? [])).toMatchObject({
      hourly: 'temperature_2m,relative_humidity_2m,precipitation',
      timezone: 'Africa/Nairobi',
      past_days: '8',
      forecast_days: '7',
      apikey: apiKey,
    })
  })

  it('is stored by day with its hours, and days to come are forecasts', async () => {
    const today = getToday()
    service.setSky(({ day, hour }) => ({
      temperature: hour,
      humidity: day < today ? 95 : null,
      rain: hour === 3 ? 1.5 : 0,
    }))
    await run()
    const stored = await listStored()
    expect(stored.map(({ is_forecast }) => is_forecast)).toEqual([...Array(8).fill(false), ...Array(7).fill(true)])
    const [first] = stored
    expect(first?.temperature).toEqual(Array.from({ length: 24 }, (_, hour) => hour))
    expect(first?.humidity).toEqual(Array(24).fill(95))
    expect(first?.rain[3]).toBe(1.5)
    expect(stored.at(-1)?.humidity).toEqual(Array(24).fill(null))
  })

  it('is fetched once a day, and a forecast is replaced by what came', async () => {
    await run()
    server.clock.advance(19 * 3600_000)
    await run()
    expect(service.requests).toHaveLength(1)
    server.clock.advance(2 * 3600_000)
    service.setSky(() => ({ temperature: 11, humidity: 99, rain: 0 }))
    await run()
    expect(service.requests).toHaveLength(2)
    const stored = await listStored()
    expect(new Set(stored.map(({ day }) => day)).size).toBe(stored.length)
    expect(stored.at(-1)?.temperature[0]).toBe(11)
  })

  it('is asked for fifty places at a time', async () => {
    await liveIn('UG-abim')
    await report(districts.slice(0, 60).map(({ code }) => code))
    await run()
    expect(service.requests.map(request => request.get('latitude')?.split(',').length)).toEqual([50, 10])
    expect(await listDistricts()).toHaveLength(60)
  })

  it('of districts that the service answers correctly is stored, and the job names the others', async () => {
    await report(['ET-arsi', 'KE-narok'])
    service.changeReplies(([arsi, narok, mbale]) => [
      { ...arsi, hourly_units: { temperature_2m: '°F', relative_humidity_2m: '%', precipitation: 'inch' } },
      { ...narok, latitude: 52.5 },
      mbale,
    ])
    await expect(run()).rejects.toThrow(
      /^ET-arsi: the answer is wrong at hourly_units.temperature_2m.*KE-narok: the answer is for 52.5/,
    )
    expect(await listDistricts()).toEqual(['UG-mbale'])
    service.reset()
    await run()
    expect(service.requests[0]?.get('latitude')?.split(',')).toHaveLength(2)
    expect(await listDistricts()).toEqual(['ET-arsi', 'KE-narok', 'UG-mbale'])
  })

  it.each([
    ['fewer values than hours', { precipitation: [0, 0] }, /fewer values than hours/],
    ['an impossible humidity', { relative_humidity_2m: [140] }, /relative_humidity_2m/],
    ['a text in place of a number', { temperature_2m: ['20'] }, /temperature_2m/],
    ['another format of time', { time: [1764000000] }, /hourly.time/],
  ])('is not stored if the answer has %s', async (_, hourly, message) => {
    service.changeReplies(([forecast]) => [{ ...forecast, hourly: { ...(forecast?.hourly as object), ...hourly } }])
    await expect(run()).rejects.toThrow(message)
    expect(await listStored()).toEqual([])
  })

  it('of a day with a missing hour is left out', async () => {
    service.changeReplies(([forecast]) => {
      const hourly = forecast?.hourly as Record<string, unknown[]>
      const shortened = Object.entries(hourly).map(([name, values]) => [name, values.toSpliced(5, 1)])
      return [{ ...forecast, hourly: Object.fromEntries(shortened) }]
    })
    await run()
    expect(await listStored()).toHaveLength(14)
  })

  it.each([
    [
      'an error',
      { status: 400, body: '{"error":true,"reason":"Cannot initialize WeatherVariable"}' },
      /400: Cannot initialize/,
    ],
    ['a page', { status: 502, body: '<html>bad gateway</html>' }, /answered 502$/],
    ['no JSON', { status: 200, body: 'ok' }, /wrong at/],
    ['a reply for other places', { status: 200, body: '[]' }, /for 0 of 1 places/],
    ['a huge reply', { status: 200, body: `"${'x'.repeat(6_000_000)}"` }, /more than 5000000 bytes/],
    ['a closed connection', 'hang up', /did not answer \(\w+\)/],
  ] as const)('cannot be fetched after %s, and the message has no key', async (_, failure, message) => {
    service.failWith(failure)
    const error = await run().catch((thrown: Error) => thrown)
    expect(error).toMatchObject({ name: 'WeatherServiceError', message: expect.stringMatching(message) })
    expect(String(error)).not.toContain(apiKey)
    expect(await listStored()).toEqual([])
  })

  it('cannot be fetched from a service that is silent', async () => {
    service.failWith('silence')
    const options = {
      timeZone: 'Africa/Nairobi',
      now: server.clock.now(),
      signal: new AbortController().signal,
      timeoutMs: 50,
    }
    await expect(
      fetchForecasts({ url: service.url, apiKey }, [{ latitude: 1, longitude: 34 }], options),
    ).rejects.toThrow('did not answer (TimeoutError)')
  })

  it('is not asked for again in the same run once the service has enough', async () => {
    await liveIn('UG-abim')
    await report(districts.slice(0, 60).map(({ code }) => code))
    service.failWith({ status: 429, body: '{"error":true,"reason":"Minutely API request limit exceeded."}' })
    await expect(run()).rejects.toThrow('429: Minutely API request limit exceeded.')
    expect(service.requests).toHaveLength(1)
  })

  it('shows its failure on the system page until a later attempt brings it', async () => {
    const { token } = await createTestAdmin(server)
    const fetchStatus = async () => (await server.request('GET /api/admin/system/', { token })).body.weather
    expect(await fetchStatus()).toEqual({ is_configured: true, failed: 0, failures: [] })
    service.failWith({ status: 503, body: '' })
    await server.app.pool.query(`select graphile_worker.add_job('fetch_weather', job_key => 'fetch_weather')`)
    await server.runJobs()
    const { failed, failures } = await fetchStatus()
    expect([failed, failures[0].attempts, failures[0].is_given_up]).toEqual([1, 1, false])
    expect(failures[0].error).toContain('the weather service answered 503')
    service.reset()
    await server.app.pool.query(`update graphile_worker._private_jobs set run_at = now()`)
    await server.runJobs()
    expect((await fetchStatus()).failed).toBe(0)
    expect(await listDistricts()).toEqual(['UG-mbale'])
  })

  it('is deleted after thirteen weeks', async () => {
    await run()
    const [stored] = await listStored()
    if (!stored) throw new Error('nothing is stored')
    const dayOf = (daysAgo: number) => addDays(getToday(), -daysAgo)
    await server.app.db
      .insertInto('district_weather')
      .values([91, 92].map(days => ({ ...stored, day: dayOf(days) })))
      .execute()
    await sweepWeather(server.app)
    const { day } = await server.app.db
      .selectFrom('district_weather')
      .select(sql<string>`to_char(min(day), 'YYYY-MM-DD')`.as('day'))
      .executeTakeFirstOrThrow()
    expect(day).toBe(dayOf(91))
  })

  it('has 24 plausible hours a day, which the database demands', async () => {
    await run()
    const [stored] = await listStored()
    if (!stored) throw new Error('nothing is stored')
    const store = (change: object) =>
      server.app.db
        .insertInto('district_weather')
        .values({ ...stored, day: '2020-01-01', ...change })
        .execute()
    await expect(store({ rain: [0] })).rejects.toThrow('district_weather_has_24_hours')
    await expect(store({ rain: Array(24).fill(-1) })).rejects.toThrow('district_weather_is_plausible')
    await expect(store({ humidity: [...Array(23).fill(null), 101] })).rejects.toThrow('district_weather_is_plausible')
    await store({ humidity: Array(24).fill(null) })
  })
})
