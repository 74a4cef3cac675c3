import type { SlotExpert } from '@kutu/contract/consultations/consultations'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import { getAnswerCounts } from '../../community/answer-counts.ts'

export type ExpertFigures = SlotExpert['help']

/** Number of answers from which on a typical reply time is stated, and number of the latest ones that it is computed from. */
const replies = { min: 10, max: 50 } as const

/** Returns how often experts helped, how fast they reply and how many answers they gave, by expert, in two statements. */
export async function getExpertFigures(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ExpertFigures>> {
  const { rows } = await sql<{ id: string; held: number; helpful: number; seconds: number | null }>`
    select id,
      (select count(*)::int from appointment_outcomes where expert_id = e.id and outcome = 'held') as held,
      (select count(*)::int from appointment_outcomes where expert_id = e.id and is_helpful) as helpful,
      (
        select case when count(*) >= ${replies.min} then percentile_cont(0.5) within group (order by seconds) end
        from (
          select seconds from booking_replies where expert_id = e.id order by replied_at desc limit ${replies.max}
        ) latest
      ) as seconds
    from unnest(${ids}::uuid[]) as e (id)`.execute(db)
  const answerCounts = await getAnswerCounts(db, ids)
  return new Map(
    rows.map(({ id, held, helpful, seconds }) => {
      const { answers, endorsed } = answerCounts.get(id) ?? { answers: 0, endorsed: 0 }
      const reply_minutes = seconds === null ? null : Math.round(seconds / 60)
      return [id, { held, helpful, reply_minutes, answers, endorsed }]
    }),
  )
}
