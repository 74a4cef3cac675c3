import { type RustClass, rustClass } from '@kutu/contract/common'
import type { Band, Verdict } from '@kutu/contract/detection'
import type { App } from '../../../context.ts'
import type { CompleteInsert } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'

/** Number of analyses per class, sure or not. */
export type ClassCounts = Record<RustClass, number>
/** Number of analyses per class, and how many of them were not sure. */
export type Outcomes = ClassCounts & { unsure: ClassCounts }
export type MonthlyCounts = Outcomes & { month: string }

/** The part of an answer that is counted. */
type CountedAnswer = { rustClass: RustClass; isUnsure: boolean }

/** Unsure is an answer that names no disease. Rows of earlier releases have no band. */
export const toCountedAnswer = ({
  rustClass,
  band,
  verdict,
}: {
  rustClass: RustClass
  band: Band | null
  verdict: Verdict
}): CountedAnswer => ({ rustClass, isUnsure: !['confident', 'likely'].includes(band ?? verdict) })

/** Adds one analysis to the monthly counts, in the transaction that inserts it. */
export async function incrementTally(
  app: App,
  tx: Tx,
  { farmerId, answer, at }: { farmerId: string; answer: CountedAnswer; at: Date },
): Promise<void> {
  const unsure = Number(answer.isUnsure)
  await tx
    .insertInto('analysis_tallies')
    .values({
      user_id: farmerId,
      month: formatMonth(at, app.config.timeZone),
      rust_class: answer.rustClass,
      count: 1,
      unsure,
    } satisfies CompleteInsert<'analysis_tallies'>)
    .onConflict(conflict =>
      conflict.columns(['user_id', 'month', 'rust_class']).doUpdateSet(({ eb }) => ({
        count: eb('analysis_tallies.count', '+', 1),
        unsure: eb('analysis_tallies.unsure', '+', unsure),
      })),
    )
    .execute()
}

/** Moves one analysis in the monthly counts, in the transaction that changes its answer. */
export async function moveTally(
  app: App,
  tx: Tx,
  { farmerId, from, to, at }: { farmerId: string; from: CountedAnswer; to: CountedAnswer; at: Date },
): Promise<void> {
  if (from.rustClass === to.rustClass && from.isUnsure === to.isUnsure) return
  const key = { user_id: farmerId, month: formatMonth(at, app.config.timeZone) }
  const tallies = tx
    .selectFrom('analysis_tallies')
    .select(['rust_class', 'count', 'unsure'])
    .where('user_id', '=', key.user_id)
  // Locked in key order, like every statement that changes these counts, to avoid deadlocks.
  const locked = await tallies
    .where('month', '=', key.month)
    .where('rust_class', 'in', [from.rustClass, to.rustClass])
    .orderBy('rust_class')
    .forUpdate()
    .execute()
  const before = locked.find(({ rust_class }) => rust_class === from.rustClass)
  const removeOne = async () => {
    const row = { ...key, rust_class: from.rustClass }
    const count = (before?.count ?? 0) - 1
    // The row of a month before the upgrade to this release may count fewer unsure answers.
    const unsure = Math.min(count, Math.max(0, (before?.unsure ?? 0) - Number(from.isUnsure)))
    if (count > 0)
      await tx
        .updateTable('analysis_tallies')
        .set({ count, unsure })
        .where(({ and }) => and(row))
        .execute()
    else
      await tx
        .deleteFrom('analysis_tallies')
        .where(({ and }) => and(row))
        .execute()
  }
  const isRemovedFirst = from.rustClass <= to.rustClass
  if (isRemovedFirst) await removeOne()
  await incrementTally(app, tx, { farmerId, answer: to, at })
  if (!isRemovedFirst) await removeOne()
}

type TallyRow = { month: string; rust_class: RustClass; count: number; unsure: number }
type AnalysisFigures = { total: Outcomes; monthly: MonthlyCounts[] }

/**
 * Returns the counts of a user's analyses: total, and for each of the last twelve months, oldest first, including empty
 * months.
 */
export async function loadUserFigures(app: App, userId: string): Promise<AnalysisFigures> {
  const rows = await app.db
    .selectFrom('analysis_tallies')
    .select(['month', 'rust_class', 'count', 'unsure'])
    .where('user_id', '=', userId)
    .execute()
  return buildFigures(app, rows)
}

/** Returns the same counts over all users. */
export async function loadAllFigures(app: App): Promise<AnalysisFigures> {
  // Relies on trigger analyses_are_tallied_together.
  const rows = await app.db
    .selectFrom('all_analysis_tallies')
    .select(['month', 'rust_class'])
    .select(({ fn }) => [fn.sum<string>('count').as('count'), fn.sum<string>('unsure').as('unsure')])
    .groupBy(['month', 'rust_class'])
    .execute()
  return buildFigures(
    app,
    rows.map(row => ({ ...row, count: Number(row.count), unsure: Number(row.unsure) })),
  )
}

function buildFigures(app: App, rows: readonly TallyRow[]): AnalysisFigures {
  const total = noOutcomes()
  const monthly = lastMonths(app.clock.now(), app.config.timeZone, 12).map(month => ({ month, ...noOutcomes() }))
  for (const row of rows) {
    addRow(total, row)
    const monthCounts = monthly.find(({ month }) => month === row.month)
    if (monthCounts) addRow(monthCounts, row)
  }
  return { total, monthly }
}

function addRow(counts: Outcomes, { rust_class, count, unsure }: TallyRow): void {
  counts[rust_class] += count
  counts.unsure[rust_class] += unsure
}

/** Returns how many analyses a user has, of one class or of all. */
export async function countUserAnalyses(app: App, userId: string, filterClass: RustClass | undefined): Promise<number> {
  const { total } = await loadUserFigures(app, userId)
  return filterClass ? total[filterClass] : rustClass.options.reduce((sum, name) => sum + total[name], 0)
}

const noOutcomes = (): Outcomes => ({ ...zeroCounts(), unsure: zeroCounts() })
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
