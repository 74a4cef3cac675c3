import type { Db } from '../../../platform/db/database.ts'

/** Returns the open exclusions of these experts: their photos and labels do not count. */
export async function findExclusions(db: Db, expertIds: readonly string[]) {
  if (expertIds.length === 0) return []
  return db
    .selectFrom('training_exclusions')
    .select(['id', 'expert_id', 'excluded_at', 'excluded_by'])
    .where('expert_id', 'in', [...expertIds])
    .where('readmitted_at', 'is', null)
    .execute()
}

/** Returns those of the experts whose photos and labels do not count. */
export async function findExcludedExperts(db: Db, expertIds: readonly string[]): Promise<Set<string>> {
  return new Set((await findExclusions(db, expertIds)).map(({ expert_id }) => expert_id))
}
