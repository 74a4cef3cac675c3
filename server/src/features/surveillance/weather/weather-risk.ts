import { findRustInfection } from '@kutu/advice/infection-risk/rust-infections'
import { computeWeeklyRisk, type DayOfWeather, type WeeklyRisk } from '@kutu/advice/infection-risk/weekly-risk'
import type { PastWeatherRisk, WeatherSource, weather } from '@kutu/contract/weather'
import { districts } from '@kutu/places/districts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { checkDisease } from '../weekly/read-weeks.ts'
import { addDays, addWeeks, findMonday } from '../weekly/weeks.ts'
import { keptDays } from './fetch-weather.ts'

type RiskQuery = z.output<typeof weather.showWeatherRisk.query>
type RiskReply = z.input<typeof weather.showWeatherRisk.reply>

/** Returns how much the weather of this week suits a disease in the districts of a country. */
export async function showWeatherRisk(db: Db, app: App, { country, crop, disease }: RiskQuery): Promise<RiskReply> {
  checkDisease({ crop, disease })
  const week = findThisWeek(app)
  const places = districts.filter(district => district.country === country)
  const codes = places.map(({ code }) => code)
  const risks = await readWeatherRisks(db, app, { crop, disease }, { codes, weeks: [week] })
  const known = places.flatMap(({ code, name }) => {
    const risk = risks.get(code)?.get(week)
    return risk ? [{ district: code, name, ...risk }] : []
  })
  return { country, crop, disease, week, source: getWeatherSource(app), districts: known }
}

export const getWeatherSource = ({ config }: App): WeatherSource =>
  config.weather?.isSimulated ? 'simulation' : 'open_meteo'

/** Returns the Monday of the running week. */
export const findThisWeek = (app: App): string => addWeeks(findMonday(app, undefined), 1)

/** Weeks that are read at once: a year of all districts of a country would keep the process busy for a second. */
const batchSize = 4

/** The risks of districts by code, and in these by the Monday of the week. */
export type RisksByDistrict = ReadonlyMap<string, ReadonlyMap<string, WeeklyRisk>>

/**
 * Returns the risk of each district in each of the weeks, given by their Mondays. Weeks without any weather are left out, and all
 * are if no weather service is set or if there are no rules for the disease. In weeks that have ended, a day of which only the
 * forecast is known counts as missing.
 */
export async function readWeatherRisks(
  db: Db,
  app: App,
  { crop, disease }: { crop: string; disease: string },
  { codes, weeks }: { codes: readonly string[]; weeks: readonly string[] },
): Promise<RisksByDistrict> {
  const rust = findRustInfection(crop, disease)
  const byDistrict = new Map<string, Map<string, WeeklyRisk>>()
  if (!app.config.weather || !rust) return byDistrict
  const thisWeek = findThisWeek(app)
  const kept = weeks.filter(week => addDays(week, keptDays + 7) >= thisWeek)
  for (let i = 0; i < kept.length; i += batchSize) {
    const batch = kept.slice(i, i + batchSize)
    for (const [district, days] of await readDays(db, codes, batch)) {
      const risks = byDistrict.get(district) ?? new Map<string, WeeklyRisk>()
      for (const monday of batch) {
        const hoursOf = (day: string) => findHours(days.get(day), monday >= thisWeek)
        const week = Array.from({ length: 7 }, (_, day) => hoursOf(addDays(monday, day)))
        if (week.some(day => day !== undefined))
          risks.set(monday, computeWeeklyRisk(rust.parameters, { week, before: hoursOf(addDays(monday, -1)) }))
      }
      byDistrict.set(district, risks)
    }
  }
  return byDistrict
}

/** Returns the risk of a week that has ended; null unless it is known. */
export function findPastRisk(
  risks: RisksByDistrict,
  { district, week }: { district: string; week: string },
): PastWeatherRisk | null {
  const { level, days } = risks.get(district)?.get(week) ?? unknownRisk
  return level === 'unknown' || days === null ? null : { level, days }
}

const unknownRisk: WeeklyRisk = { level: 'unknown', days: null }

type StoredDay = { isForecast: boolean; hours: DayOfWeather }

const findHours = (day: StoredDay | undefined, allowsForecast: boolean): DayOfWeather =>
  day && (allowsForecast || !day.isForecast) ? day.hours : undefined

type Row = { district: string; day: string; is_forecast: boolean } & Record<
  'temperature' | 'humidity' | 'rain',
  (number | null)[]
>

/** Returns the days of weeks and the days before these, by district. */
async function readDays(
  db: Db,
  codes: readonly string[],
  weeks: readonly string[],
): Promise<Map<string, Map<string, StoredDay>>> {
  const days = weeks.flatMap(week => Array.from({ length: 8 }, (_, i) => addDays(week, i - 1)))
  // As JSON, which is parsed several times faster than arrays.
  const { rows } = await sql<Row>`
    select district, to_char(day, 'YYYY-MM-DD') as day, is_forecast,
      to_json(temperature) as temperature, to_json(humidity) as humidity, to_json(rain) as rain
    from district_weather
    where district = any(${codes}::text[]) and day = any(${days}::date[])`.execute(db)
  const byDistrict = new Map<string, Map<string, StoredDay>>()
  for (const { district, day, is_forecast: isForecast, temperature, humidity, rain } of rows) {
    const hours = temperature.map((value, hour) => ({
      temperature: value,
      humidity: humidity[hour] ?? null,
      rain: rain[hour] ?? null,
    }))
    byDistrict.set(district, (byDistrict.get(district) ?? new Map<string, StoredDay>()).set(day, { isForecast, hours }))
  }
  return byDistrict
}
