import { type District, getDistrict } from '@kutu/places/districts'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { today } from '../weekly/weeks.ts'
import { fetchForecasts, type WeatherDay, WeatherServiceError } from './open-meteo.ts'

/** Places of one request. */
const batchSize = 50
/** Weather that is younger is not fetched again. */
const maxAgeMs = 20 * 3600_000
/** Weeks of reports for which a district counts as one with reports. They are those of the evidence of a warning. */
const reportWeeks = 13
/** Days for which weather is kept: the weeks of the evidence. */
export const keptDays = 7 * reportWeeks
const maxProblems = 3

/**
 * Job, every six hours: fetches the weather of the districts with farmers or reports that is older than 20 hours. It does nothing
 * without WEATHER_URL. What one request brings is stored whatever happens to the others.
 * @throws WeatherServiceError if the weather of a district is missing, so that the job runs again
 */
export async function fetchWeather(app: App, _payload: unknown, signal: AbortSignal): Promise<void> {
  const { weather } = app.config
  if (!weather) return
  const districts = await listDueDistricts(app)
  const problems: string[] = []
  for (let i = 0; i < districts.length && !signal.aborted; i += batchSize) {
    const batch = districts.slice(i, i + batchSize)
    try {
      problems.push(...(await fetchBatch(app, weather, batch, signal)))
    } catch (error) {
      if (!(error instanceof WeatherServiceError)) throw error
      problems.push(error.message)
      // The next requests would be refused as well.
      if (error.isRateLimit) break
    }
  }
  signal.throwIfAborted()
  if (problems.length === 0) return
  const more = problems.length > maxProblems ? `, and ${problems.length - maxProblems} more` : ''
  throw new WeatherServiceError(`${problems.slice(0, maxProblems).join('; ')}${more}`)
}

/** Fetches and stores the weather of some districts. @returns the problems of districts for which the answer was wrong */
async function fetchBatch(
  app: App,
  weather: NonNullable<App['config']['weather']>,
  districts: readonly District[],
  signal: AbortSignal,
): Promise<string[]> {
  const now = app.clock.now()
  const forecasts = await fetchForecasts(weather, districts, { timeZone: app.config.timeZone, now, signal })
  const problems: string[] = []
  const rows = districts.flatMap(({ code }, i) => {
    const forecast = forecasts[i] ?? []
    if (!(forecast instanceof WeatherServiceError)) return forecast.map(day => createRow(code, day, now))
    problems.push(`${code}: ${forecast.message}`)
    return []
  })
  if (rows.length > 0)
    await withTransaction(app, async tx => {
      await insertInto(tx, 'district_weather', rows)
        .onConflict(conflict =>
          conflict.columns(['district', 'day']).doUpdateSet(({ ref }) => ({
            is_forecast: ref('excluded.is_forecast'),
            fetched_at: ref('excluded.fetched_at'),
            temperature: ref('excluded.temperature'),
            humidity: ref('excluded.humidity'),
            rain: ref('excluded.rain'),
          })),
        )
        .execute()
    })
  return problems
}

const createRow = (district: string, { isForecast, ...day }: WeatherDay, now: Date) => ({
  district,
  is_forecast: isForecast,
  fetched_at: now,
  ...day,
})

/** Returns the districts with farmers or recent reports whose weather of today is missing or old. */
async function listDueDistricts(app: App): Promise<District[]> {
  const cutoff = new Date(app.clock.now().getTime() - maxAgeMs)
  const { rows } = await sql<{ district: string }>`
    select district from (
      select distinct district from farmer_profiles where district is not null
      union
      select distinct district from weekly_counts where week > ${today(app)} - 7 * ${sql.lit(reportWeeks)}
    ) as used
    where not exists (select from district_weather w
      where w.district = used.district and w.day = ${today(app)} and w.fetched_at > ${cutoff})
    order by district`.execute(app.db)
  return rows.flatMap(({ district }) => getDistrict(district) ?? [])
}

/** Deletes the weather of days before the weeks that are shown. */
export async function sweepWeather(app: App): Promise<void> {
  await app.db
    .deleteFrom('district_weather')
    .where('day', '<', sql<string>`${today(app)} - ${sql.lit(keptDays)}`)
    .execute()
}
