import type { App } from '../../../context.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { rebuildReports } from '../../surveillance/reports/rebuild-reports.ts'
import { agreeOnDisease } from '../review/policy.ts'
import { loadLabelEvidence, lockTrainingImages } from './images.ts'

/** Photos of one transaction, which holds the lock of all training photos. */
const batchSize = 50

/**
 * Names the disease on which experts agreed, from their votes, and counts all reports again.
 * Returns the number of cells. A run that is repeated changes nothing.
 */
export async function recountReports(app: App): Promise<number> {
  for (let after: string | undefined = '00000000-0000-0000-0000-000000000000'; after !== undefined; )
    after = await nameDiseases(app, after)
  return rebuildReports(app)
}

/** Names the diseases of the accepted photos after one id. Returns the last id; undefined after the last batch. */
async function nameDiseases(app: App, after: string): Promise<string | undefined> {
  return withTransaction(app, async tx => {
    await lockTrainingImages(tx)
    const images = await tx
      .selectFrom('training_images as i')
      .select(['i.id', 'i.origin', 'i.pseudonym', 'i.given_label', 'i.uploader_id', 'i.label', 'i.disease'])
      .where('i.state', '=', 'accepted')
      .where('i.id', '>', after)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('training_votes as v')
            .select('v.image_id')
            .whereRef('v.image_id', '=', 'i.id')
            .where('v.disease', 'is not', null),
        ),
      )
      .orderBy('i.id')
      .limit(batchSize)
      .execute()
    for (const image of images) {
      const { votes } = await loadLabelEvidence(app, tx, image)
      const disease = agreeOnDisease(votes, image.label, app.config.labelReviewers)
      if (disease !== image.disease)
        await tx.updateTable('training_images').set({ disease }).where('id', '=', image.id).execute()
    }
    return images.length < batchSize ? undefined : images.at(-1)?.id
  })
}
