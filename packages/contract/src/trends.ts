import { z } from 'zod'
import { count } from './common.ts'
import { endpoint } from './endpoint.ts'
import { countsSubject } from './surveillance.ts'
import { pastWeatherRisk, weatherSource } from './weather.ts'

/** The share of reports among the farmers who photographed the crop, by week. */
export const trend = z.object({
  country: countsSubject.country,
  district: z.string().nullable(),
  crop: countsSubject.crop,
  disease: z.string(),
  weather_source: weatherSource,
  /** The caller decides in the country, so all figures are true ones. */
  is_exact: z.boolean(),
  weeks: z.array(
    z.object({
      /** The Monday of the week. */
      week: z.iso.date(),
      /** Districts with farmers who photographed the crop, at least five unless exact. The figures below are about them. */
      districts: count,
      /** The fewest reports that the published counts leave possible. */
      reports_min: count,
      /** The most that they leave possible; equal to `reports_min` if their number is known. */
      reports_max: count,
      /** The reports by certainty; null if one of them is hidden. */
      confirmed: count.nullable(),
      confident: count.nullable(),
      likely: count.nullable(),
      /** Farmers who photographed the crop: the fewest, and the most. */
      photographed_min: count,
      photographed_max: count,
      /** Reports by farmers with photos; null if it is not known exactly, or without farmers. */
      share: z.number().min(0).max(1).nullable(),
      /** 95 % interval of the share (Wilson), wide enough for every value of hidden counts; null without farmers. */
      low: z.number().min(0).max(1).nullable(),
      high: z.number().min(0).max(1).nullable(),
      /** Confirmed warnings of a rise in this week. */
      warnings: count,
      /** How much the weather suited the disease; null if that is not known, and for a whole country. */
      weather: pastWeatherRisk.nullable(),
    }),
  ),
})

export const trends = {
  showTrend: endpoint({
    method: 'GET',
    path: '/api/surveillance/trends/',
    access: 'approved expert or admin',
    apiKeyScopes: ['trends'],
    summary:
      'Show the weekly share of reports of a disease in a district or a country, with intervals, of weeks that have ended',
    query: z.object({
      ...countsSubject,
      // A district of the country; without it the whole country.
      district: z.string().max(60).optional(),
      // Any day of the first and of the last week; without them the last 53 weeks that have ended.
      from: z.iso.date().optional(),
      to: z.iso.date().optional(),
    }),
    reply: trend,
    rateLimit: { max: 60, seconds: 300, by: 'user' },
  }),
}
