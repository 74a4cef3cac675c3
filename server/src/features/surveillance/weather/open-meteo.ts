import { z } from 'zod'
import type { Config } from '../../../config.ts'
import { egressFetch } from '../../../platform/http/security/egress.ts'

/** A place for which weather is fetched. */
export type WeatherPoint = { latitude: number; longitude: number }

/** The weather of one day at one place: 24 hours from midnight, null where the service has no value. */
export type WeatherDay = {
  /** Such as `2026-11-24`, in the time zone of the request. */
  day: string
  /** True if the day ends after the time of the request. */
  isForecast: boolean
  temperature: (number | null)[]
  humidity: (number | null)[]
  rain: (number | null)[]
}

/** The weather service gave no usable answer. The message names neither its address nor the key. */
export class WeatherServiceError extends Error {
  override name = 'WeatherServiceError'
  /** True if the service asks for fewer requests. */
  readonly isRateLimit: boolean
  constructor(message: string, { isRateLimit = false }: { isRateLimit?: boolean } = {}) {
    super(message)
    this.isRateLimit = isRateLimit
  }
}

const pastDays = 8
const forecastDays = 7
const hoursOfDay = 24
/** A reply for 50 places has about 500 kB. */
const maxBytes = 5_000_000
const maxReasonLength = 200
/** Degrees between a place and the center of its grid cell. A larger distance means that places were mixed up. */
const maxDistance = 0.5

const value = (min: number, max: number) => z.array(z.number().min(min).max(max).nullable())

/** Reply for one place, as documented on https://open-meteo.com/en/docs. Units other than the defaults are rejected. */
const forecastSchema = z.object({
  latitude: z.number(),
  longitude: z.number(),
  utc_offset_seconds: z.number().int(),
  hourly_units: z.object({
    temperature_2m: z.literal('°C'),
    relative_humidity_2m: z.literal('%'),
    precipitation: z.literal('mm'),
  }),
  hourly: z.object({
    time: z.array(z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:00$/)),
    temperature_2m: value(-90, 60),
    relative_humidity_2m: value(0, 100),
    precipitation: value(0, 1000),
  }),
})
type Forecast = z.output<typeof forecastSchema>

const errorSchema = z.object({ reason: z.string() })

type RequestOptions = {
  timeZone: string
  now: Date
  signal: AbortSignal
  timeoutMs?: number
}

/**
 * Fetches the hours of the last eight days and the next seven from Open-Meteo, in one request for all places.
 * @returns the days of each place, in the same order; an error in place of those that the service answered wrongly
 * @throws WeatherServiceError if there is no answer that can be used for any place
 */
export async function fetchForecasts(
  weather: NonNullable<Config['weather']>,
  points: readonly WeatherPoint[],
  { timeZone, now, signal, timeoutMs = 30_000 }: RequestOptions,
): Promise<(WeatherDay[] | WeatherServiceError)[]> {
  const url = new URL(weather.url)
  const parameters = {
    latitude: points.map(point => point.latitude).join(),
    longitude: points.map(point => point.longitude).join(),
    hourly: 'temperature_2m,relative_humidity_2m,precipitation',
    timezone: timeZone,
    past_days: String(pastDays),
    forecast_days: String(forecastDays),
    ...(weather.apiKey === undefined ? {} : { apikey: weather.apiKey }),
  }
  for (const [name, text] of Object.entries(parameters)) url.searchParams.set(name, text)
  const { status, body } = await sendRequest(weather, url, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]))
  const parsed = parseJson(body)
  if (status !== 200) throw createStatusError(status, parsed)
  // One place is an object, several are a list.
  const forecasts = Array.isArray(parsed) ? parsed : [parsed]
  if (forecasts.length !== points.length)
    throw new WeatherServiceError(`the weather service answered for ${forecasts.length} of ${points.length} places`)
  return points.map((point, i) => parseForecast(forecasts[i], point, now))
}

async function sendRequest(
  weather: NonNullable<Config['weather']>,
  url: URL,
  signal: AbortSignal,
): Promise<{ status: number; body: string }> {
  try {
    const response = await egressFetch({ weather }, url, { headers: { accept: 'application/json' }, signal })
    return { status: response.status, body: await readText(response) }
  } catch (error) {
    if (error instanceof WeatherServiceError) throw error
    throw new WeatherServiceError(`the weather service did not answer (${describeFailure(error)})`)
  }
}

/** Returns the code or the name of an error. Its message may contain the address with the key. */
function describeFailure(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && typeof cause.code === 'string') return cause.code
  return error instanceof Error ? error.name : 'unknown'
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    // Leaving the loop cancels the body.
    if (bytes > maxBytes) throw new WeatherServiceError(`the weather service answered more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function createStatusError(status: number, body: unknown): WeatherServiceError {
  const { data } = errorSchema.safeParse(body)
  const reason = data ? `: ${data.reason.slice(0, maxReasonLength)}` : ''
  return new WeatherServiceError(`the weather service answered ${status}${reason}`, { isRateLimit: status === 429 })
}

function parseForecast(forecast: unknown, point: WeatherPoint, now: Date): WeatherDay[] | WeatherServiceError {
  const parsed = forecastSchema.safeParse(forecast)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return new WeatherServiceError(`the answer is wrong at ${issue?.path.join('.')}: ${issue?.message}`)
  }
  const { latitude, longitude, hourly } = parsed.data
  if (Math.abs(latitude - point.latitude) > maxDistance || Math.abs(longitude - point.longitude) > maxDistance)
    return new WeatherServiceError(`the answer is for ${latitude}, ${longitude}`)
  const { time, temperature_2m, relative_humidity_2m, precipitation } = hourly
  if ([temperature_2m, relative_humidity_2m, precipitation].some(({ length }) => length !== time.length))
    return new WeatherServiceError('the answer has fewer values than hours')
  return listDays(parsed.data, now)
}

/** Returns the days that have all their 24 hours, in order; others, at a change of the clock, are left out. */
function listDays({ hourly, utc_offset_seconds }: Forecast, now: Date): WeatherDay[] {
  const starts = hourly.time.flatMap((time, i) => (time.endsWith('T00:00') ? [i] : []))
  return starts.flatMap(start => {
    const end = start + hoursOfDay
    const day = hourly.time[start]?.slice(0, 10) ?? ''
    if (hourly.time[end - 1] !== `${day}T23:00`) return []
    return [
      {
        day,
        isForecast: Date.parse(`${day}T24:00:00Z`) - utc_offset_seconds * 1000 > now.getTime(),
        temperature: hourly.temperature_2m.slice(start, end),
        humidity: hourly.relative_humidity_2m.slice(start, end),
        rain: hourly.precipitation.slice(start, end),
      },
    ]
  })
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
