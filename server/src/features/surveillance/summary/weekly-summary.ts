import type { summaries, WeeklySummary } from '@kutu/contract/summaries'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { getActiveModel } from '../../training/models/model-heads.ts'
import { findJudgedCountry } from '../warnings/warnings.ts'
import { listDistricts, readAllDiseases } from '../weekly/read-weeks.ts'
import { addDays, addWeeks, findMonday, findToday } from '../weekly/weeks.ts'
import { summarizeCounts } from './summarize-counts.ts'
import { listHolding, listProposed, listWithdrawn } from './summary-warnings.ts'

type SummaryQuery = z.output<typeof summaries.showSummary.query>

/**
 * Returns what is known of a country about a week that has ended; for a later week, about the last that has. All counts are
 * published ones. Proposed warnings are for those who decide on them, and reasons of withdrawals for experts and administrators, so
 * neither for programs with an API key.
 */
export async function showSummary(
  db: Db,
  app: App,
  caller: Caller | undefined,
  query: SummaryQuery,
): Promise<WeeklySummary> {
  const { country } = query
  const lastWeek = findMonday(app, undefined)
  const requested = query.week === undefined ? lastWeek : findMonday(app, query.week)
  const week = requested < lastWeek ? requested : lastWeek
  const previous = addWeeks(week, -1)
  const tables = await readAllDiseases(db, country, [week, previous])
  const day = week === lastWeek ? findToday(app) : addDays(week, 6)
  const judged = caller ? await findJudgedCountry(db, caller) : null
  const mayDecide = judged === 'all' || judged === country
  return {
    country,
    week,
    last_week: lastWeek,
    made_at: app.clock.now().toISOString(),
    model_version: (await getActiveModel(db, app)).version,
    warnings: { ...(await listHolding(db, app, { country, week }, day)), day },
    withdrawn: await listWithdrawn(db, app, { country, week }, { day, hasReasons: caller !== undefined }),
    proposed: mayDecide ? await listProposed(db, { country, week }) : null,
    ...summarizeCounts({ week: tables.get(week) ?? [], previous: tables.get(previous) ?? [] }, listDistricts(country)),
  }
}
