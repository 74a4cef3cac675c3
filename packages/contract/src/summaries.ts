import { z } from 'zod'
import { count, id, instant } from './common.ts'
import { endpoint } from './endpoint.ts'
import { countsSubject } from './surveillance.ts'

const { country, crop, disease } = countsSubject

/** A column of the published table of one week. */
const column = z.object({
  /** Published total of all districts; null where it would reveal a small count. */
  total: count.nullable(),
  /** Sum of the counts that are shown; hidden ones come on top. */
  shown: count,
})
const reports = z.object({
  confirmed: column,
  confident: column,
  likely: column,
  /** All reports are at least and at most these. */
  all: z.object({ min: count, max: count }),
})

const warning = z.object({
  id,
  district: z.string(),
  district_name: z.string(),
  crop,
  disease,
  /** The Monday of the week of the rise. */
  week: z.iso.date(),
  /** The last day on which a confirmed warning holds. */
  valid_until: z.iso.date().nullable(),
})
/** The newest warnings, and how many there are. */
const warningList = z.object({ count, results: z.array(warning).max(20) })

/** Figures of a country in one week that has ended, for a page to print. All counts are published ones. */
export const weeklySummary = z.object({
  country,
  /** The Monday of the week. */
  week: z.iso.date(),
  /** The Monday of the last week that has ended. */
  last_week: z.iso.date(),
  made_at: instant,
  /** The model that answers today. */
  model_version: z.string(),
  /** Confirmed warnings that hold on a day: today for the last week, its Sunday for earlier ones. */
  warnings: warningList.extend({ day: z.iso.date() }),
  /** Warnings that would hold on that day and were withdrawn, newest week first. Programs get no reasons: experts write them. */
  withdrawn: z.object({
    count,
    results: z.array(warning.extend({ withdrawn_at: instant, withdrawal_reason: z.string().nullable() })).max(20),
  }),
  /** Warnings that wait for a decision; null for those who do not decide in this country. */
  proposed: warningList.nullable(),
  districts: z.object({
    total: count,
    /** Districts with at least one figure that is shown. */
    shown: count,
  }),
  /** Farmers who photographed each crop. Crops without a figure that is shown are left out. */
  crops: z.array(z.object({ crop, week: column, previous_week: column })),
  /** Reports of each disease. Diseases without a figure that is shown in either week are left out. */
  diseases: z.array(z.object({ crop, disease, week: reports, previous_week: reports })),
  /** The largest rises in districts, by what they are at least: from the most reports of the week before to the fewest of the week. */
  rises: z
    .array(
      z.object({
        district: z.string(),
        district_name: z.string(),
        crop,
        disease,
        reports: count,
        previous_reports: count,
        reports_max: count,
        previous_reports_max: count,
        photographed: count.nullable(),
        previous_photographed: count.nullable(),
        photographed_min: count,
        photographed_max: count,
        previous_photographed_min: count,
        previous_photographed_max: count,
      }),
    )
    .max(10),
})
export type WeeklySummary = z.infer<typeof weeklySummary>

export const summaries = {
  showSummary: endpoint({
    method: 'GET',
    path: '/api/surveillance/summary/',
    access: 'approved expert or admin',
    // It has counts of all diseases and confirmed warnings. Programs see no proposed ones.
    apiKeyScopes: ['counts', 'warnings'],
    summary:
      'Show warnings, reports and rises of a country in a week that has ended, compared with the week before; small counts are hidden',
    // Any day of the week; without it, the last week that has ended.
    query: z.object({ country, week: z.iso.date().optional() }),
    isRevocable: true,
    reply: weeklySummary,
    rateLimit: { max: 60, seconds: 300, by: 'user' },
  }),
}
