import type { Stats } from '@kutu/contract/dashboard'
import { peopleOf } from '../accounts/people-tallies.ts'
import { countDiseasePosts, countPosts } from '../community/board.ts'
import { countBookings, countSlots } from '../consultations/tallies.ts'
import type { App } from '../context.ts'
import { actsOf } from '../db/audit.ts'
import { type Tally, tallyOf, tallyOfAll } from '../detection/tallies.ts'
import type { Caller } from '../http/session.ts'
import { accuracyOfActive } from '../training/active-accuracy.ts'
import { trainingTallyOf } from '../training/tallies.ts'

/** Everything a dashboard shows. Each figure is read from a few rows that were counted when they were written. */
export async function statsOf(app: App, caller: Caller): Promise<Stats> {
  const { total, monthly } = await tallyOf(app, caller.id)
  const training = await trainingTallyOf(app, caller.id)
  const bookings = await countBookings(app, caller.id)
  return {
    imagesAnalyzedRust: total.common_rust,
    imagesAnalyzedHealthy: total.healthy,
    imagesAnalyzedOtherDiseases: total.other_disease,
    totalImagesAnalyzed: sumOf(total),
    imagesTrainingRust: training.common_rust,
    imagesTrainingHealthy: training.healthy,
    imagesTrainingOtherDiseases: training.other_disease,
    trainingSessions: training.sessions,
    communityPostsRust: await countDiseasePosts(app, caller),
    bookingsConfirmed: bookings.approved,
    monthly,
    expert: caller.role === 'expert' ? await expertFigures(app, caller) : null,
    place: caller.role === 'farmer' ? null : await placeFigures(app),
  }
}

async function expertFigures(app: App, caller: Caller): Promise<NonNullable<Stats['expert']>> {
  const acts = await actsOf(app, caller.id)
  return {
    postsModerated: acts('post.approved') + acts('post.flagged'),
    commentsModerated: acts('response.approved') + acts('response.flagged') + acts('response.endorsed'),
    commentsWritten: acts('response.added'),
    slotsActive: (await countSlots(app, caller.id)).active,
    bookingsPending: (await countBookings(app, caller.id)).pending,
    model: await accuracyOfActive(app),
  }
}

async function placeFigures(app: App): Promise<NonNullable<Stats['place']>> {
  const people = await peopleOf(app)
  const { total, monthly } = await tallyOfAll(app)
  return {
    ...people,
    outcomes: total,
    postsWaiting: await countPosts(app, { statuses: ['pending'] }),
    postsApproved: await countPosts(app, { statuses: ['approved'] }),
    monthly,
  }
}

const sumOf = (tally: Tally) => tally.common_rust + tally.healthy + tally.other_disease
