import type { VoteWeight } from '@kutu/contract/training/agreement'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { loadExpertAgreement } from './agreement.ts'
import { getVoteWeight } from './policy.ts'

/** Returns how many control photos an expert labeled, and how often the label was the agreed one. */
export async function countControls(db: Db, expertId: string) {
  const { rows } = await sql<{ controls: number; controls_agreed: number }>`
    select count(*)::int as controls, (count(*) filter (where agreed))::int as controls_agreed
    from training_votes where expert_id = ${expertId}::uuid and kind = 'control'`.execute(db)
  return rows[0] ?? { controls: 0, controls_agreed: 0 }
}

/** Returns how much an expert's label counts at the moment. */
export const loadVoteWeight = async (db: Db, expertId: string): Promise<VoteWeight> =>
  getVoteWeight(await countControls(db, expertId), await loadExpertAgreement(db, expertId))
