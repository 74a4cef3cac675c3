import { createServer, type IncomingMessage } from 'node:http'
import type { Config } from '../../config.ts'
import type { App } from '../../context.ts'
import { fetchWeather, keptDays } from '../surveillance/weather/fetch-weather.ts'
import { noise } from './draw-leaf.ts'
import { atTime } from './timeline.ts'

const hourMs = 3600_000
const day = 24 * hourMs
/** Weeks before today with simulated weather: those for which weather is kept. */
const weeksOfWeather = keptDays / 7

export type SimulatedWeather = {
  /** The address in place of `WEATHER_URL`. */
  url: string
  close: () => Promise<void>
}

/**
 * Starts a weather service for the demonstration on this machine, in the format that Open-Meteo documents, so that its weather
 * takes the way of any other and no request leaves the machine. The weather is invented: it says nothing of a real day.
 * @param now the time by which past and coming days are counted
 */
export async function startSimulatedWeather(now: () => Date): Promise<SimulatedWeather> {
  const server = createServer((request, response) => {
    const forecasts = simulateForecasts(request, now())
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(JSON.stringify(forecasts.length === 1 ? forecasts[0] : forecasts))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}/v1/forecast`,
    close: () => {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

/** Returns the configuration of a server that fetches its weather from this service. */
export const withWeather = (config: Config, { url }: SimulatedWeather): Config => ({
  ...config,
  weather: { url, apiKey: undefined, isSimulated: true },
})

/** Fetches the weather of today and of the days around it, if the server simulates weather. */
export async function refreshSimulatedWeather(app: App): Promise<void> {
  if (app.config.weather?.isSimulated) await fetchWeather(app, {}, new AbortController().signal)
}

/**
 * Fetches the weather of the last three months, week by week with the clock moved, if the server simulates weather. Returns the
 * number of fetches.
 */
export async function fillWeather(app: App): Promise<number> {
  if (!app.config.weather?.isSimulated) return 0
  const today = app.clock.now()
  // Its own service: that of the server counts days from today.
  let time = today
  const service = await startSimulatedWeather(() => time)
  try {
    for (let week = weeksOfWeather; week > 0; week--) {
      time = new Date(today.getTime() - 7 * day * week)
      await refreshSimulatedWeather({ ...atTime(app, time), config: withWeather(app.config, service) })
    }
  } finally {
    await service.close()
  }
  await refreshSimulatedWeather(app)
  return weeksOfWeather + 1
}

function simulateForecasts(request: IncomingMessage, now: Date) {
  const { searchParams: query } = new URL(request.url ?? '', 'http://localhost')
  const readNumbers = (name: string) => (query.get(name) ?? '').split(',').map(Number)
  const timeZone = query.get('timezone') ?? 'UTC'
  const offsetSeconds = findOffsetSeconds(now, timeZone)
  const midnight = Math.floor((now.getTime() + offsetSeconds * 1000) / day) * day
  const [past = 0, coming = 0] = [...readNumbers('past_days'), ...readNumbers('forecast_days')]
  const time = Array.from({ length: (past + coming) * 24 }, (_, i) => new Date(midnight + i * hourMs - past * day))
  const longitudes = readNumbers('longitude')
  return readNumbers('latitude').map((latitude, i) => {
    const longitude = longitudes[i] ?? 0
    const hours = time.map(hour => simulateHour(hour, { latitude, longitude }))
    return {
      latitude,
      longitude,
      utc_offset_seconds: offsetSeconds,
      timezone: timeZone,
      hourly_units: { time: 'iso8601', temperature_2m: '°C', relative_humidity_2m: '%', precipitation: 'mm' },
      hourly: {
        time: time.map(hour => hour.toISOString().slice(0, 16)),
        temperature_2m: hours.map(({ temperature }) => temperature),
        relative_humidity_2m: hours.map(({ humidity }) => humidity),
        precipitation: hours.map(({ rain }) => rain),
      },
    }
  })
}

type Place = { latitude: number; longitude: number }

/** Nights that are always wet near Mount Elgon, in days after Monday: two, so that the risk of no week there is low. */
const wetNightsOfElgon = [1, 4]

/**
 * Invents an hour: cool nights and warm days, and nights with rain after which leaves stay wet until nine. Places near Mount Elgon
 * are wetter, so that the demonstration has something to show. `hour` is the local time as if it were UTC.
 */
function simulateHour(hour: Date, { latitude, longitude }: Place) {
  const dayNumber = Math.floor(hour.getTime() / day)
  const hourOfDay = hour.getUTCHours()
  const chance = (seed: number) => noise(dayNumber % 1000, latitude * 7 + longitude, seed)
  const isNearElgon = Math.abs(latitude - 1.1) < 0.6 && Math.abs(longitude - 34.3) < 0.6
  const isWet =
    chance(1) < (isNearElgon ? 0.4 : 0.25) || (isNearElgon && wetNightsOfElgon.includes((hour.getUTCDay() + 6) % 7))
  const isWetHour = isWet && hourOfDay < 9
  const warmth = Math.sin(((hourOfDay - 9) / 24) * 2 * Math.PI)
  return {
    temperature: round(21 + 2 * chance(2) + (isWetHour ? 3 : 5) * warmth),
    humidity: isWetHour ? 96 : Math.round(68 - 15 * warmth),
    rain: isWetHour && hourOfDay < 3 ? round(0.3 + 3 * chance(3)) : 0,
  }
}

const round = (value: number): number => Math.round(value * 10) / 10

/** Returns the difference of a time zone from UTC in seconds, from a name such as `GMT+03:00`. */
function findOffsetSeconds(now: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60)
}
