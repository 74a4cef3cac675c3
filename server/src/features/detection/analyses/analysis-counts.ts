import { type RustClass, rustClass } from '@kutu/contract/common'
import type { App } from '../../../context.ts'
import type { CompleteInsert } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'

/** Number of analyses per class. */
export type ClassCounts = Record<RustClass, number>
export type MonthlyCounts = ClassCounts & { month: string }

/** Adds one analysis to the monthly counts, in the transaction that inserts it. */
export async function incrementTally(
  app: App,
  tx: Tx,
  { farmerId, rustClass, at }: { farmerId: string; rustClass: RustClass; at: Date },
): Promise<void> {
  await tx
    .insertInto('analysis_tallies')
    .values({
      user_id: farmerId,
      month: formatMonth(at, app.config.timeZone),
      rust_class: rustClass,
      count: 1,
    } satisfies CompleteInsert<'analysis_tallies'>)
    .onConflict(conflict =>
      conflict
        .columns(['user_id', 'month', 'rust_class'])
        .doUpdateSet(({ eb }) => ({ count: eb('analysis_tallies.count', '+', 1) })),
    )
    .execute()
}

/** Moves one analysis to another class in the monthly counts, in the transaction that changes its class. */
export async function moveTally(
  app: App,
  tx: Tx,
  { farmerId, from, to, at }: { farmerId: string; from: RustClass; to: RustClass; at: Date },
): Promise<void> {
  if (from === to) return
  const key = { user_id: farmerId, month: formatMonth(at, app.config.timeZone) }
  const tallies = tx.selectFrom('analysis_tallies').select(['rust_class', 'count']).where('user_id', '=', key.user_id)
  // Locked in key order, like every statement that changes these counts, to avoid deadlocks.
  const locked = await tallies
    .where('month', '=', key.month)
    .where('rust_class', 'in', [from, to])
    .orderBy('rust_class')
    .forUpdate()
    .execute()
  const count = locked.find(({ rust_class }) => rust_class === from)?.count ?? 0
  const removeOne = async () => {
    const row = { ...key, rust_class: from }
    if (count > 1)
      await tx
        .updateTable('analysis_tallies')
        .set({ count: count - 1 })
        .where(({ and }) => and(row))
        .execute()
    else
      await tx
        .deleteFrom('analysis_tallies')
        .where(({ and }) => and(row))
        .execute()
  }
  if (from < to) await removeOne()
  await incrementTally(app, tx, { farmerId, rustClass: to, at })
  if (from > to) await removeOne()
}

type TallyRow = { month: string; rust_class: RustClass; count: number }
type AnalysisFigures = { total: ClassCounts; monthly: MonthlyCounts[] }

/**
 * Returns the counts of a user's analyses: total, and for each of the last twelve months, oldest first, including empty
 * months.
 */
export async function loadUserFigures(app: App, userId: string): Promise<AnalysisFigures> {
  const rows = await app.db
    .selectFrom('analysis_tallies')
    .select(['month', 'rust_class', 'count'])
    .where('user_id', '=', userId)
    .execute()
  return buildFigures(app, rows)
}

/** Returns the same counts over all users. */
export async function loadAllFigures(app: App): Promise<AnalysisFigures> {
  // Relies on trigger analyses_are_tallied_together.
  const rows = await app.db
    .selectFrom('all_analysis_tallies')
    .select(['month', 'rust_class', ({ fn }) => fn.sum<string>('count').as('count')])
    .groupBy(['month', 'rust_class'])
    .execute()
  return buildFigures(
    app,
    rows.map(row => ({ ...row, count: Number(row.count) })),
  )
}

function buildFigures(app: App, rows: readonly TallyRow[]): AnalysisFigures {
  const total = zeroCounts()
  const monthly = lastMonths(app.clock.now(), app.config.timeZone, 12).map(month => ({ month, ...zeroCounts() }))
  for (const row of rows) {
    total[row.rust_class] += row.count
    const monthCounts = monthly.find(({ month }) => month === row.month)
    if (monthCounts) monthCounts[row.rust_class] += row.count
  }
  return { total, monthly }
}

/** Returns how many analyses a user has, of one class or of all. */
export async function countUserAnalyses(app: App, userId: string, filterClass: RustClass | undefined): Promise<number> {
  const { total } = await loadUserFigures(app, userId)
  return filterClass ? total[filterClass] : rustClass.options.reduce((sum, name) => sum + total[name], 0)
}

const zeroCounts = (): ClassCounts => ({ common_rust: 0, healthy: 0, other_disease: 0 })

/** Formats the month in the time zone's calendar: `2026-11`. */
function formatMonth(at: Date, timeZone: string): string {
  const parts = getCalendar(timeZone).formatToParts(at)
  const part = (type: string) => parts.find(each => each.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}`
}

const calendars = new Map<string, Intl.DateTimeFormat>()

/** Caches formatters, because constructing one costs more than the rest of the counting. */
function getCalendar(timeZone: string): Intl.DateTimeFormat {
  const calendar =
    calendars.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit' })
  calendars.set(timeZone, calendar)
  return calendar
}

function lastMonths(now: Date, timeZone: string, count: number): string[] {
  const [year = 0, month = 1] = formatMonth(now, timeZone).split('-').map(Number)
  return Array.from({ length: count }, (_, i) => {
    const first = new Date(Date.UTC(year, month - 1 - (count - 1 - i), 1))
    return first.toISOString().slice(0, 7)
  })
}
