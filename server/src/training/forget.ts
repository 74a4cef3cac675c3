import type { Tx } from '../db/database.ts'

/**
 * Those of these analyses that photos given to the training report on. The photos stay, without a name, and with them what
 * they report on: what the model has learnt from could not be taken out of it.
 */
export async function analysesTaught(tx: Tx, analyses: readonly string[]): Promise<string[]> {
  if (analyses.length === 0) return []
  const rows = await tx
    .selectFrom('training_images')
    .select('analysis_id')
    .where('analysis_id', 'in', analyses)
    .execute()
  return rows.flatMap(({ analysis_id }) => analysis_id ?? [])
}
