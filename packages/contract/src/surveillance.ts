import { z } from 'zod'
import { count } from './common.ts'
import { endpoint } from './endpoint.ts'
import { pointCollection } from './geojson.ts'

/** Number of farmers; null for fewer than five, and where another figure would reveal such a number, unless the caller decides on warnings there. */
const published = z.number().int().min(0).nullable()
const counts = {
  /** Farmers whose report experts agreed on. */
  confirmed: published,
  /** Farmers of whom the model's answer was confident, or likely; each farmer in one of the three columns. */
  confident: published,
  likely: published,
  /** Farmers who photographed the crop, whatever it showed. */
  photographed: published,
  /** All reports of the three columns are at least the first and at most the second; equal if their number is known. */
  reports_min: count,
  reports_max: count,
  /** The same for the farmers who photographed the crop; equal to `photographed` if it is shown. */
  photographed_min: count,
  photographed_max: count,
}

/** The reports of a disease in a week, for every district of a country. */
export const districtCounts = z.object({
  country: z.string(),
  crop: z.string(),
  disease: z.string(),
  /** The Monday of the week. */
  week: z.iso.date(),
  /** The Monday of the last week that has ended. */
  last_week: z.iso.date(),
  /** True for those who decide on warnings in the country: no count is hidden. */
  is_exact: z.boolean(),
  /** Days after the end of the week in which nine of ten photos are expected to have arrived; null before it was counted. */
  arrival_days: z.number().int().min(0).max(6).nullable(),
  districts: z.array(z.object({ district: z.string(), name: z.string(), ...counts })),
  totals: z.object(counts),
})

/** Properties of a feature: the counts of a district in a week. */
const countsProperties = z.object({
  district: z.string(),
  name: z.string(),
  country: z.string(),
  crop: z.string(),
  disease: z.string(),
  /** The Monday of the week. */
  week: z.iso.date(),
  /** The counts are numbers of farmers. */
  unit: z.literal('farmers'),
  ...counts,
  /**
   * How much the weather of the week suited the disease: a risk, which says nothing of sick plants. Null if that is not known, if
   * there are no published rules for the disease, and without a weather service.
   */
  weather_risk: z.enum(['low', 'medium', 'high']).nullable(),
  /** Days of the week on which leaves were wet for long enough at a suitable temperature. */
  weather_days: z.number().int().min(0).max(7).nullable(),
})

/** Which counts: of one disease in one country. */
export const countsSubject = {
  country: z.enum(['UG', 'KE', 'TZ', 'RW', 'BI', 'ET']),
  crop: z.enum(['maize', 'beans', 'wheat', 'rice']),
  disease: z
    .string()
    .regex(/^[a-z]+(_[a-z]+){0,5}$/)
    .max(60),
}

/** Weeks of one export: a year and the week that began in it. It bounds the file to about half a megabyte. */
export const maxExportWeeks = 53

/** Any day of the first and of the last week; without them the last 53 weeks that have ended. */
export const exportQuery = z.object({
  ...countsSubject,
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})

/** Any day of the week; without it, or for a week that has not ended, the last one that has. */
const weekQuery = z.object({ ...countsSubject, week: z.iso.date().optional() })

export const surveillance = {
  showCounts: endpoint({
    method: 'GET',
    path: '/api/surveillance/counts/',
    access: 'approved expert or admin',
    apiKeyScopes: ['counts'],
    summary:
      'Count the reports of a disease by district of a country in a week that has ended; small counts are hidden from those who do not decide on warnings there',
    query: weekQuery,
    reply: districtCounts,
  }),
  exportCounts: endpoint({
    method: 'GET',
    path: '/api/surveillance/counts/export.csv',
    access: 'approved expert or admin',
    apiKeyScopes: ['counts'],
    summary:
      'Download the weekly counts of a disease in a country as CSV, of weeks that have ended; an empty cell is a hidden count',
    query: exportQuery,
    reply: z.string(),
    contentType: 'text/csv',
    rateLimit: { max: 60, seconds: 300, by: 'user' },
  }),
  exportCountsAsGeoJson: endpoint({
    method: 'GET',
    path: '/api/surveillance/counts/export.geojson',
    access: 'approved expert or admin',
    apiKeyScopes: ['counts'],
    summary:
      'Download the weekly counts of a disease in a country as GeoJSON, a point for each week and district; null is a hidden count',
    query: exportQuery,
    reply: pointCollection(countsProperties),
    contentType: 'application/geo+json',
    rateLimit: { max: 60, seconds: 300, by: 'user' },
  }),
  showMap: endpoint({
    method: 'GET',
    path: '/api/surveillance/map/',
    access: 'anyone',
    summary: 'Show the counts of a disease by district in a week that has ended, without an account',
    query: weekQuery,
    reply: districtCounts,
    publicCacheSeconds: 600,
  }),
}
