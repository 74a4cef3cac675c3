import { createServer } from 'node:http'

/** The weather that the service tells of one hour. */
type Hour = { temperature: number | null; humidity: number | null; rain: number | null }
/** Returns the weather of an hour of a day, both in local time. */
type Sky = (hour: { day: string; hour: number; latitude: number; longitude: number }) => Hour

const dryDay: Hour = { temperature: 20, humidity: 50, rain: 0 }

/**
 * Starts a fake weather service with the API that Open-Meteo documents (https://open-meteo.com/en/docs). Its replies are written
 * after the documentation.
 * @param now the time by which past and coming days are counted
 */
export async function startWeatherService({
  now,
  utcOffsetSeconds = 3 * 3600,
}: {
  now: () => Date
  utcOffsetSeconds?: number
}) {
  const requests: URLSearchParams[] = []
  let sky: Sky = () => dryDay
  let change: (forecasts: Record<string, unknown>[]) => unknown = forecasts => forecasts
  let failure: { status: number; body: string } | 'hang up' | 'silence' | undefined

  const createForecast = (latitude: number, longitude: number, query: URLSearchParams): Record<string, unknown> => {
    const midnight = Math.floor((now().getTime() + utcOffsetSeconds * 1000) / 86_400_000) * 86_400_000
    const [past, coming] = [Number(query.get('past_days')), Number(query.get('forecast_days'))]
    const time = Array.from({ length: (past + coming) * 24 }, (_, i) =>
      new Date(midnight + (i - past * 24) * 3600_000).toISOString().slice(0, 16),
    )
    const hours = time.map(each =>
      sky({ day: each.slice(0, 10), hour: Number(each.slice(11, 13)), latitude, longitude }),
    )
    return {
      // The center of the grid cell.
      latitude: latitude + 0.02,
      longitude: longitude - 0.03,
      generationtime_ms: 0.2,
      utc_offset_seconds: utcOffsetSeconds,
      timezone: query.get('timezone'),
      timezone_abbreviation: 'GMT+3',
      elevation: 1200,
      hourly_units: { time: 'iso8601', temperature_2m: '°C', relative_humidity_2m: '%', precipitation: 'mm' },
      hourly: {
        time,
        temperature_2m: hours.map(each => each.temperature),
        relative_humidity_2m: hours.map(each => each.humidity),
        precipitation: hours.map(each => each.rain),
      },
    }
  }

  const server = createServer((request, response) => {
    const { searchParams: query } = new URL(request.url ?? '', 'http://localhost')
    requests.push(query)
    if (failure === 'hang up') return request.socket.destroy()
    if (failure === 'silence') return
    response.setHeader('content-type', 'application/json; charset=utf-8')
    if (failure) return response.writeHead(failure.status).end(failure.body)
    const [latitudes, longitudes] = ['latitude', 'longitude'].map(name =>
      (query.get(name) ?? '').split(',').map(Number),
    )
    const forecasts = (latitudes ?? []).map((latitude, i) => createForecast(latitude, longitudes?.[i] ?? 0, query))
    const changed = change(forecasts)
    response.end(JSON.stringify(Array.isArray(changed) && changed.length === 1 ? changed[0] : changed))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return {
    /** The parameters of the requests, oldest first. */
    requests,
    url: `http://127.0.0.1:${address.port}/v1/forecast`,
    setSky: (next: Sky) => {
      sky = next
    },
    /** Changes the replies before they are sent. */
    changeReplies: (next: typeof change) => {
      change = next
    },
    /** Sets how the next requests fail; undefined for not at all. */
    failWith: (next: typeof failure) => {
      failure = next
    },
    reset: () => {
      requests.length = 0
      sky = () => dryDay
      change = forecasts => forecasts
      failure = undefined
    },
    close: () => {
      server.closeAllConnections()
      return new Promise(resolve => server.close(resolve))
    },
  }
}
