import type { Agreement, Agreements, VoteWeight } from '@kutu/contract/training/agreement'
import { trainingLabel } from '@kutu/contract/training/training-images'
import { computeCohensKappa } from '@kutu/vision/metrics/cohens-kappa'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { getVoteWeight } from './policy.ts'

/** An expert's newest labels that are compared. */
const maxVotes = 500
/** Experts see their own agreement change only every so many photos, which hides how a single photo was labeled. */
export const ownAgreementStep = 5

/** Labels of one expert, `null` for unusable, and of another one or the consensus about the same photo, oldest first. */
type Pair = { own: string | null; other: string | null }

const labels: readonly (string | null)[] = [...trainingLabel.options, null]

function computeAgreement(pairs: readonly Pair[]): Agreement | null {
  const table = labels.map(own =>
    labels.map(other => pairs.filter(pair => pair.own === own && pair.other === other).length),
  )
  return computeCohensKappa(table)
}

/**
 * Returns how an expert's newest labels agree with those of other experts and with control photos.
 * @param step number of photos by which the result changes: `ownAgreementStep` for the expert's own eyes
 */
export async function loadAgreements(db: Db, expertId: string, step = 1): Promise<Agreements> {
  const compute = (pairs: Pair[]) => computeAgreement(pairs.slice(0, pairs.length - (pairs.length % step)))
  return {
    experts: compute(await selectExpertPairs(db, expertId)),
    controls: compute(await selectControlPairs(db, expertId)),
  }
}

/** Returns how many control photos an expert labeled, and how often the label was the agreed one. */
export async function countControls(db: Db, expertId: string) {
  const { rows } = await sql<{ controls: number; controls_agreed: number }>`
    select count(*)::int as controls, (count(*) filter (where agreed))::int as controls_agreed
    from training_votes where expert_id = ${expertId}::uuid and kind = 'control'`.execute(db)
  return rows[0] ?? { controls: 0, controls_agreed: 0 }
}

/** Returns how much an expert's label counts at the moment. */
export const loadVoteWeight = async (db: Db, expertId: string): Promise<VoteWeight> =>
  getVoteWeight(await countControls(db, expertId), computeAgreement(await selectExpertPairs(db, expertId)))

async function selectExpertPairs(db: Db, expertId: string): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    select own.label as own, other.label as other
    from (
      select image_id, label, at from training_votes where expert_id = ${expertId} and kind <> 'control'
      order by at desc limit ${maxVotes}
    ) own
    join training_votes other
      on other.image_id = own.image_id and other.expert_id <> ${expertId} and other.kind <> 'control'
    where not exists (
      select from training_exclusions where expert_id = other.expert_id and readmitted_at is null
    )
    order by greatest(own.at, other.at), own.image_id`.execute(db)
  return rows
}

async function selectControlPairs(db: Db, expertId: string): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    select own.label as own, case when own.agreed then own.label else image.label end as other
    from (
      select image_id, label, agreed, at from training_votes where expert_id = ${expertId} and kind = 'control'
      order by at desc limit ${maxVotes}
    ) own
    join training_images image on image.id = own.image_id
    order by own.at, own.image_id`.execute(db)
  return rows
}
