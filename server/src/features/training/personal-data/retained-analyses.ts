import type { Tx } from '../../../platform/db/database.ts'

/**
 * Returns those of the analyses that training photos refer to. These photos are kept without a name, and so are their
 * analyses, because what the model learned from them cannot be removed from it.
 */
export async function findAnalysesUsedForTraining(tx: Tx, analysisIds: readonly string[]): Promise<string[]> {
  if (analysisIds.length === 0) return []
  const rows = await tx
    .selectFrom('training_images')
    .select('analysis_id')
    .where('analysis_id', 'in', analysisIds)
    .execute()
  return rows.flatMap(({ analysis_id }) => analysis_id ?? [])
}
