import type { Tx } from '../../../platform/db/database.ts'

/**
 * Those of these analyses that photos given to the training report on. The photos stay, without a name, and with them what
 * they report on: what the model has learnt from could not be taken out of it.
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
