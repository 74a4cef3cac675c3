import type { RustClass } from '@kutu/contract/common'
import type { TrainingState } from '@kutu/contract/training/training-images'
import type { App } from '../../../context.ts'

/** The id under which training_tallies holds the totals of all users. */
export const allUsersId = '00000000-0000-0000-0000-000000000000'

type ImageTally = { state: TrainingState; label: RustClass | ''; count: number }

/**
 * Returns the number of photos of a user, or of all users, by state and label. It reads a few rows only, however many
 * photos there are.
 */
// Relies on triggers training_images_are_tallied and changed_training_images_are_tallied.
const selectTallies = (app: App, userId: string): Promise<ImageTally[]> =>
  app.db.selectFrom('training_tallies').select(['state', 'label', 'count']).where('user_id', '=', userId).execute()

const sumCounts = (tallies: ImageTally[], predicate: (tally: ImageTally) => boolean) =>
  tallies.filter(predicate).reduce((total, { count }) => total + count, 0)

/** Returns how many photos a user submitted, of one state or of all. */
export async function countUserImages(
  app: App,
  userId: string,
  wantedState: TrainingState | undefined,
): Promise<number> {
  return sumCounts(await selectTallies(app, userId), ({ state }) => wantedState === undefined || state === wantedState)
}

/** Returns the number of photos by state, and of accepted photos by label. */
export async function countImages(app: App, userId: string) {
  const tallies = await selectTallies(app, userId)
  const countInState = (wantedState: TrainingState) => sumCounts(tallies, ({ state }) => state === wantedState)
  const accepted = (wantedLabel: RustClass) =>
    sumCounts(tallies, ({ state, label }) => state === 'accepted' && label === wantedLabel)
  return {
    accepted: countInState('accepted'),
    waiting: countInState('waiting'),
    refused: countInState('refused'),
    duplicate: countInState('duplicate'),
    acceptedByLabel: {
      common_rust: accepted('common_rust'),
      healthy: accepted('healthy'),
      other_disease: accepted('other_disease'),
    },
  }
}

/**
 * Returns a user's training totals for the dashboard: accepted photos by label, and sessions that used them or that the
 * user started.
 */
export async function getTrainingTotals(app: App, userId: string): Promise<Record<RustClass | 'sessions', number>> {
  const { acceptedByLabel } = await countImages(app, userId)
  // Relies on trigger training_session_people_are_counted.
  const person = await app.db
    .selectFrom('training_people')
    .select('sessions')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { ...acceptedByLabel, sessions: person?.sessions ?? 0 }
}

/** Returns the same totals of all users. */
export async function getAllTrainingTotals(app: App): Promise<Record<RustClass | 'sessions', number>> {
  const { acceptedByLabel } = await countImages(app, allUsersId)
  const { sessions } = await app.db
    .selectFrom('training_sessions')
    .select(({ fn }) => fn.countAll<string>().as('sessions'))
    .executeTakeFirstOrThrow()
  return { ...acceptedByLabel, sessions: Number(sessions) }
}
