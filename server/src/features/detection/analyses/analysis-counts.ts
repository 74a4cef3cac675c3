import type { RustClass } from '@kutu/contract/common'
import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../../context.ts'
import { countUpTo } from '../../../platform/db/count-up-to.ts'

/** Number of analyses per class, sure or not. */
export type ClassCounts = Record<RustClass, number>
/** Number of analyses per class, and how many of them were not sure. */
export type Outcomes = ClassCounts & { unsure: ClassCounts }
export type MonthlyCounts = Outcomes & { month: string }

type AnalysisFigures = { total: Outcomes; monthly: MonthlyCounts[] }
/** The months that a dashboard shows. */
const shownMonths = 12

/**
 * Returns the counts of a user's analyses: total, and for each of the last twelve months, oldest first, including empty
 * months.
 */
export const loadUserFigures = (app: App, userId: string): Promise<AnalysisFigures> =>
  loadFigures(app, sql`farmer_id = ${userId}::uuid`)

/** Returns the same counts over all users. It reads an index of the whole table: for a job. */
export const loadAllFigures = (app: App): Promise<AnalysisFigures> => loadFigures(app, sql`true`)

/** Unsure is an answer that is not conclusive. */
async function loadFigures(app: App, condition: RawBuilder<unknown>): Promise<AnalysisFigures> {
  const { timeZone } = app.config
  const now = sql`(${app.clock.now()}::timestamptz at time zone ${timeZone})`
  // Bucket 0 is before the first month. `offset 0` keeps PostgreSQL from expecting as many groups as there are times.
  const { rows } = await sql<{ bucket: number; rust_class: RustClass; count: number; unsure: number }>`
    select bucket, rust_class, count(*)::int as count, (count(*) filter (where is_unsure))::int as unsure
    from (
      select rust_class, band not in ('confident', 'likely') as is_unsure,
        width_bucket(uploaded_at, array(
          select month at time zone ${timeZone} from generate_series(
            date_trunc('month', ${now}) - interval '1 month' * ${shownMonths - 1}, ${now}, '1 month') as month
        )) as bucket
      from analyses where ${condition} offset 0
    ) answers
    group by bucket, rust_class`.execute(app.db)
  const total = noOutcomes()
  const monthly = lastMonths(app.clock.now(), timeZone).map(month => ({ month, ...noOutcomes() }))
  for (const { bucket, rust_class, count, unsure } of rows)
    for (const counts of [total, monthly[bucket - 1]])
      if (counts) {
        counts[rust_class] += count
        counts.unsure[rust_class] += unsure
      }
  return { total, monthly }
}

/** Counts a user's analyses of one class or of all, see `countUpTo`. */
export const countUserAnalyses = (app: App, userId: string, filterClass: RustClass | undefined): Promise<number> =>
  countUpTo(
    app.db,
    app.db
      .selectFrom('analyses')
      .where('farmer_id', '=', userId)
      .$if(filterClass !== undefined, query => query.where('rust_class', '=', filterClass ?? 'healthy')),
  )

const noOutcomes = (): Outcomes => ({ ...zeroCounts(), unsure: zeroCounts() })
const zeroCounts = (): ClassCounts => ({ common_rust: 0, healthy: 0, other_disease: 0 })

function lastMonths(now: Date, timeZone: string): string[] {
  const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit' }).formatToParts(now)
  const part = (type: string) => Number(parts.find(each => each.type === type)?.value)
  return Array.from({ length: shownMonths }, (_, i) => {
    const first = new Date(Date.UTC(part('year'), part('month') - 1 - (shownMonths - 1 - i), 1))
    return first.toISOString().slice(0, 7)
  })
}
