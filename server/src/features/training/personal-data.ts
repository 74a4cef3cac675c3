import type { Db, Tx } from '../../platform/db/database.ts'
import { exportRows } from '../../platform/db/personal-data.ts'

/** Returns everything a user contributed to training, for the data export: photos, votes and the consent to articles. */
export async function exportTrainingData(db: Db, userId: string) {
  const images = await exportRows(db, 'training_images', { uploader_id: userId }, 'uploaded_at')
  const votes = await exportRows(db, 'training_votes', { expert_id: userId }, 'at')
  const consents = await exportRows(db, 'photo_consents', { user_id: userId })
  return { images, votes, consents }
}

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
