import type { TrainingSummary } from '@kutu/contract/training/training-images'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import { countUpTo } from '../../platform/db/count-up-to.ts'
import type { Caller } from '../../platform/http/authorization.ts'
import { getTeachingPause } from './administration/pause.ts'
import { countAcceptedImages, loadImageCounts } from './images/image-counts.ts'
import { getActiveModel } from './models/model-heads.ts'
import { countControls, loadAgreements, loadVoteWeight, ownAgreementStep } from './review/agreement.ts'
import { computeAgreement, minImagesForSession } from './review/policy.ts'
import { countNewImages, findRunningSession } from './sessions/sessions.ts'

/** New photos are counted up to this number only. */
const maxCounted = 1000

export async function getTrainingSummary(app: App, caller: Caller): Promise<TrainingSummary> {
  const countOwn = await loadImageCounts(app.db, [caller.id])
  const controls = await countControls(app.db, caller.id)
  const agreements = await loadAgreements(app.db, caller.id, ownAgreementStep)
  const weight = await loadVoteWeight(app.db, caller.id)
  return {
    new_images: await countNewImages(app.db, maxCounted),
    new_images_needed: minImagesForSession,
    accepted: await countAcceptedImages(app),
    // A literal rather than a parameter, so that the partial index training_images_waiting is used.
    waiting: await countUpTo(app.db, app.db.selectFrom('training_images').where('state', '=', sql.lit('waiting'))),
    running_session: (await findRunningSession(app.db)) ?? null,
    paused: await getTeachingPause(app.db),
    active_version: (await getActiveModel(app.db, app)).version,
    label_reviewers: app.config.labelReviewers,
    own: {
      accepted: countOwn(caller.id, 'accepted'),
      waiting: countOwn(caller.id, 'waiting'),
      refused: countOwn(caller.id, 'refused'),
      duplicate: countOwn(caller.id, 'duplicate'),
      agreement: computeAgreement(controls),
      agreements,
      weight,
    },
  }
}
