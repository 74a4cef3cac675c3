import type { SlotExpert } from '@kutu/contract/consultations/consultations'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { selectAnswerCounts } from '../../community/board-stats.ts'

type ExpertFigures = SlotExpert['help']

/** Number of answers from which on a typical reply time is stated, and number of the latest ones that it is computed from. */
const replies = { min: 10, max: 50 } as const

type Row = Omit<ExpertFigures, 'reply_minutes'> & { id: string; seconds: number | null }

/** Returns how often experts helped, how fast they reply and what they answered, by expert, in one statement. */
export async function getExpertFigures(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, ExpertFigures>> {
  const { rows } = await sql<Row>`
    select id,
      (select count(*)::int from appointment_outcomes where expert_id = e.id and outcome = 'held') as held,
      (select count(*)::int from appointment_outcomes where expert_id = e.id and is_helpful) as helpful,
      (
        select case when count(*) >= ${replies.min} then percentile_cont(0.5) within group (order by seconds) end
        from (
          select seconds from booking_replies where expert_id = e.id order by replied_at desc limit ${replies.max}
        ) latest
      ) as seconds,
      coalesce(counted.answers, 0) as answers,
      coalesce(counted.endorsed, 0) as endorsed
    from unnest(${ids}::uuid[]) as e (id)
    left join (${selectAnswerCounts(db, ids)}) counted on counted.expert_id = e.id`.execute(db)
  return new Map(
    rows.map(({ id, seconds, ...figures }) => [
      id,
      { ...figures, reply_minutes: seconds === null ? null : Math.round(seconds / 60) },
    ]),
  )
}
