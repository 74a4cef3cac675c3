import type { summaries, WeeklySummary } from '@kutu/contract/summaries'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { getActiveModel } from '../../training/models/model-heads.ts'
import { listDistricts, readAllDiseases } from '../counts/read-all-diseases.ts'
import { addWeeks, findMonday, today } from '../counts/weeks.ts'
import { findJudgedCountry } from '../warnings/warnings.ts'
import { summarizeCounts } from './summarize-counts.ts'
import { listHolding, listProposed, listWithdrawn } from './summary-warnings.ts'

type SummaryQuery = z.output<typeof summaries.showSummary.query>

/**
 * Returns what is known of a country about a week that has ended; for a later week, about the last that has. All counts are
 * published ones. Proposed warnings are for those who decide on them, and reasons of withdrawals for experts and administrators, so
 * neither for programs with an API key.
 */
export async function showSummary(app: App, caller: Caller | undefined, query: SummaryQuery): Promise<WeeklySummary> {
  const { country } = query
  const lastWeek = await findMonday(app, undefined)
  const requested = query.week === undefined ? lastWeek : await findMonday(app, query.week)
  const week = requested < lastWeek ? requested : lastWeek
  const previous = addWeeks(week, -1)
  const tables = await readAllDiseases(app, country, [week, previous])
  const day = week === lastWeek ? await readToday(app) : findSunday(week)
  const judged = caller ? await findJudgedCountry(app, caller) : null
  const mayDecide = judged === 'all' || judged === country
  return {
    ...{ country, week, last_week: lastWeek, made_at: app.clock.now().toISOString() },
    model_version: (await getActiveModel(app)).version,
    warnings: { ...(await listHolding(app, { country, week }, day)), day },
    withdrawn: await listWithdrawn(app, { country, week }, { day, hasReasons: caller !== undefined }),
    proposed: mayDecide ? await listProposed(app, { country, week }) : null,
    ...summarizeCounts({ week: tables.get(week) ?? [], previous: tables.get(previous) ?? [] }, listDistricts(country)),
  }
}

async function readToday(app: App): Promise<string> {
  const { rows } = await sql<{ day: string }>`select to_char(${today(app)}, 'YYYY-MM-DD') as day`.execute(app.db)
  return rows[0]?.day ?? ''
}

const findSunday = (monday: string): string =>
  new Date(Date.parse(`${monday}T00:00:00Z`) + 6 * 86_400_000).toISOString().slice(0, 10)
