import type { Db } from '../../../platform/db/database.ts'
import { exportedColumns } from '../../../platform/db/personal-data.ts'

/** Returns everything a user contributed to training, for the data export: photos, votes and the consent to articles. */
export async function exportTrainingData(db: Db, userId: string) {
  const images = await db
    .selectFrom('training_images')
    .select(exportedColumns('training_images'))
    .where('uploader_id', '=', userId)
    .orderBy('uploaded_at')
    .execute()
  const votes = await db
    .selectFrom('training_votes')
    .select(exportedColumns('training_votes'))
    .where('expert_id', '=', userId)
    .orderBy('at')
    .execute()
  const consents = await db.selectFrom('photo_consents').select('given_at').where('user_id', '=', userId).execute()
  return { images, votes, consents }
}
