import type { TrainingSummary } from '@kutu/contract/training-images'
import type { App } from '../context.ts'
import type { Caller } from '../http/session.ts'
import { agreementOf, imagesForSession } from './policy.ts'
import { newImages, runningSession } from './sessions.ts'
import { everybody, imageFiguresOf } from './tallies.ts'

/** Beyond this many, new photos are not counted on. */
const mostCounted = 1000

export async function showSummary(app: App, caller: Caller): Promise<TrainingSummary> {
  const all = await imageFiguresOf(app, everybody)
  const { acceptedOf: _, ...own } = await imageFiguresOf(app, caller.id)
  const person = await app.db
    .selectFrom('training_people')
    .select(['controls', 'controls_agreed'])
    .where('user_id', '=', caller.id)
    .executeTakeFirst()
  return {
    new_images: await newImages(app.db, mostCounted),
    new_images_needed: imagesForSession,
    accepted: all.acceptedOf,
    waiting: all.waiting,
    running_session: (await runningSession(app.db)) ?? null,
    active_version: app.vision.active.version,
    own: { ...own, agreement: person ? agreementOf(person) : null },
  }
}
