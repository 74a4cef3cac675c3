import type { TrainingSummary } from '@kutu/contract/training/training-images'
import type { App } from '../../context.ts'
import type { Caller } from '../../platform/http/authorization.ts'
import { getTeachingPause } from './administration/pause.ts'
import { allUsersId, countImages } from './images/image-counts.ts'
import { getActiveModel } from './models/model-heads.ts'
import { loadOwnAgreements } from './review/agreement.ts'
import { computeAgreement, minImagesForSession } from './review/policy.ts'
import { loadVoteWeight } from './review/vote-weight.ts'
import { findRunningSession } from './sessions/queue-session.ts'
import { countNewImages } from './sessions/sessions.ts'

/** New photos are counted up to this number only. */
const maxCounted = 1000

export async function getTrainingSummary(app: App, caller: Caller): Promise<TrainingSummary> {
  const total = await countImages(app, allUsersId)
  const { acceptedByLabel: _, ...own } = await countImages(app, caller.id)
  // Relies on trigger training_votes_are_counted.
  const person = await app.db
    .selectFrom('training_people')
    .select(['controls', 'controls_agreed'])
    .where('user_id', '=', caller.id)
    .executeTakeFirst()
  const agreements = await loadOwnAgreements(app.db, caller.id)
  const weight = await loadVoteWeight(app.db, caller.id)
  return {
    new_images: await countNewImages(app.db, maxCounted),
    new_images_needed: minImagesForSession,
    accepted: total.acceptedByLabel,
    waiting: total.waiting,
    running_session: (await findRunningSession(app.db)) ?? null,
    paused: await getTeachingPause(app.db),
    active_version: (await getActiveModel(app)).version,
    label_reviewers: app.config.labelReviewers,
    own: { ...own, agreement: person ? computeAgreement(person) : null, agreements, weight },
  }
}
