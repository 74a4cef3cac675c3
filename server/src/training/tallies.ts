import type { RustClass } from '@kutu/contract/common'
import type { TrainingState } from '@kutu/contract/training-images'
import type { App } from '../context.ts'

/** Under this id stand the figures of everybody. */
export const everybody = '00000000-0000-0000-0000-000000000000'

type Tally = { state: TrainingState; label: RustClass | ''; count: number }

/** How many photos there are of a user, or of everybody, by state and label: a few rows, however many photos. */
const talliesOf = (app: App, userId: string): Promise<Tally[]> =>
  app.db.selectFrom('training_tallies').select(['state', 'label', 'count']).where('user_id', '=', userId).execute()

const sum = (tallies: Tally[], holds: (tally: Tally) => boolean) =>
  tallies.filter(holds).reduce((total, { count }) => total + count, 0)

/** How many photos a user sent, of one state or of all. */
export async function countOf(app: App, userId: string, only: TrainingState | undefined): Promise<number> {
  return sum(await talliesOf(app, userId), ({ state }) => only === undefined || state === only)
}

/** Photos by state, and those accepted by label. */
export async function imageFiguresOf(app: App, userId: string) {
  const tallies = await talliesOf(app, userId)
  const inState = (wanted: TrainingState) => sum(tallies, ({ state }) => state === wanted)
  const accepted = (wanted: RustClass) => sum(tallies, ({ state, label }) => state === 'accepted' && label === wanted)
  return {
    accepted: inState('accepted'),
    waiting: inState('waiting'),
    refused: inState('refused'),
    duplicate: inState('duplicate'),
    acceptedOf: {
      common_rust: accepted('common_rust'),
      healthy: accepted('healthy'),
      other_disease: accepted('other_disease'),
    },
  }
}

/** What a user did for training, for the dashboard: accepted photos by label, and sessions that learnt from them or that they started. */
export async function trainingTallyOf(app: App, userId: string): Promise<Record<RustClass | 'sessions', number>> {
  const { acceptedOf } = await imageFiguresOf(app, userId)
  const person = await app.db
    .selectFrom('training_people')
    .select('sessions')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { ...acceptedOf, sessions: person?.sessions ?? 0 }
}
