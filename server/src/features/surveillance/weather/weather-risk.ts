import { findRustInfection } from '@kutu/advice/infection-risk/rust-infections'
import { computeWeeklyRisk, type DayOfWeather, type WeeklyRisk } from '@kutu/advice/infection-risk/weekly-risk'
import type { weather } from '@kutu/contract/weather'
import { districts } from '@kutu/places/districts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import { addWeeks, findMonday } from '../counts/weeks.ts'

type RiskQuery = z.output<typeof weather.showWeatherRisk.query>
type RiskReply = z.input<typeof weather.showWeatherRisk.reply>

/** Returns how much the weather of this week suits a disease in the districts of a country. */
export async function showWeatherRisk(app: App, { country, crop, disease }: RiskQuery): Promise<RiskReply> {
  const week = await findThisWeek(app)
  const places = districts.filter(district => district.country === country)
  const codes = places.map(({ code }) => code)
  const risks = await readWeatherRisks(app, { crop, disease }, { codes, weeks: [week] })
  const known = places.flatMap(({ code, name }) => {
    const risk = risks.get(code)?.get(week)
    return risk ? [{ district: code, name, ...risk }] : []
  })
  return { country, crop, disease, week, districts: known }
}

/** Returns the Monday of the running week. */
export const findThisWeek = async (app: App): Promise<string> => addWeeks(await findMonday(app, undefined), 1)

/**
 * Returns the risk of each district in each of the weeks, given by their Mondays. Weeks without any weather are left out, and all
 * are if no weather service is set or if there are no rules for the disease.
 */
export async function readWeatherRisks(
  app: App,
  { crop, disease }: { crop: string; disease: string },
  { codes, weeks }: { codes: readonly string[]; weeks: readonly string[] },
): Promise<Map<string, Map<string, WeeklyRisk>>> {
  const rust = findRustInfection(crop, disease)
  if (!app.config.weather || !rust) return new Map()
  const days = weeks.flatMap(week => Array.from({ length: 8 }, (_, i) => addDays(week, i - 1)))
  const weather = await readDays(app, codes, days)
  return new Map(
    [...weather].map(([district, dayWeather]) => {
      const risks = weeks.flatMap(monday => {
        const week = Array.from({ length: 7 }, (_, i) => dayWeather.get(addDays(monday, i)))
        if (week.every(day => day === undefined)) return []
        const before = dayWeather.get(addDays(monday, -1))
        return [[monday, computeWeeklyRisk(rust.parameters, { week, before })] as const]
      })
      return [district, new Map(risks)]
    }),
  )
}

type Row = { district: string; day: string } & Record<'temperature' | 'humidity' | 'rain', (number | null)[]>

async function readDays(
  app: App,
  codes: readonly string[],
  days: readonly string[],
): Promise<Map<string, Map<string, DayOfWeather>>> {
  const { rows } = await sql<Row>`
    select district, to_char(day, 'YYYY-MM-DD') as day, temperature, humidity, rain from district_weather
    where district = any(${codes}::text[]) and day = any(${days}::date[])`.execute(app.db)
  const byDistrict = new Map<string, Map<string, DayOfWeather>>()
  for (const { district, day, temperature, humidity, rain } of rows) {
    const hours = temperature.map((value, hour) => ({
      temperature: value,
      humidity: humidity[hour] ?? null,
      rain: rain[hour] ?? null,
    }))
    byDistrict.set(district, (byDistrict.get(district) ?? new Map<string, DayOfWeather>()).set(day, hours))
  }
  return byDistrict
}

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
