import type { VoteWeight } from '@kutu/contract/training/agreement'
import type { Kysely } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import { loadExpertAgreement } from './agreement.ts'
import { getVoteWeight } from './policy.ts'

/** Returns how much an expert's label counts at the moment. */
export async function loadVoteWeight(db: Kysely<Database>, expertId: string): Promise<VoteWeight> {
  // Relies on trigger training_votes_are_counted.
  const person = await db
    .selectFrom('training_people')
    .select(['controls', 'controls_agreed'])
    .where('user_id', '=', expertId)
    .executeTakeFirst()
  return getVoteWeight(person ?? { controls: 0, controls_agreed: 0 }, await loadExpertAgreement(db, expertId))
}
