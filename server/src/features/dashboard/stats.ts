import type { DashboardStats } from '@kutu/contract/dashboard'
import type { App } from '../../context.ts'
import { countActions } from '../../platform/db/audit.ts'
import type { Caller } from '../../platform/http/authorization.ts'
import { countUsersByRole } from '../accounts/users/user-counts.ts'
import { countDiseasePosts, countPosts } from '../community/board-stats.ts'
import { countBookings, countSlots } from '../consultations/consultation-counts.ts'
import { type ClassCounts, loadAllFigures, loadUserFigures } from '../detection/analyses/analysis-counts.ts'
import { getTrainingTotals } from '../training/images/image-counts.ts'
import { getActiveModelAccuracy } from '../training/models/active-accuracy.ts'

/** Returns the figures of the dashboard. Each is read from a few tally rows that are maintained on write. */
export async function getStats(app: App, caller: Caller): Promise<DashboardStats> {
  const { total, monthly } = await loadUserFigures(app, caller.id)
  const training = await getTrainingTotals(app, caller.id)
  const bookings = await countBookings(app, caller.id)
  return {
    imagesAnalyzedRust: total.common_rust,
    imagesAnalyzedHealthy: total.healthy,
    imagesAnalyzedOtherDiseases: total.other_disease,
    imagesAnalyzedUnsure: total.unsure,
    totalImagesAnalyzed: sumTally(total),
    imagesTrainingRust: training.common_rust,
    imagesTrainingHealthy: training.healthy,
    imagesTrainingOtherDiseases: training.other_disease,
    trainingSessions: training.sessions,
    communityPostsRust: await countDiseasePosts(app, caller),
    bookingsConfirmed: bookings.approved,
    monthly,
    expert: caller.role === 'expert' ? await getExpertStats(app, caller) : null,
    place: caller.role === 'farmer' ? null : await getPlatformStats(app),
  }
}

async function getExpertStats(app: App, caller: Caller): Promise<NonNullable<DashboardStats['expert']>> {
  const getCount = await countActions(app, caller.id)
  return {
    postsModerated:
      getCount('post.approved') +
      getCount('post.flagged') -
      getCount('post.approval_undone') -
      getCount('post.flag_undone'),
    commentsModerated:
      getCount('response.approved') +
      getCount('response.flagged') +
      getCount('response.endorsed') -
      getCount('response.approval_undone') -
      getCount('response.flag_undone') -
      getCount('response.endorsement_undone'),
    commentsWritten: getCount('response.added') - getCount('response.undone'),
    slotsActive: (await countSlots(app, caller.id)).active,
    bookingsPending: (await countBookings(app, caller.id)).pending,
    model: await getActiveModelAccuracy(app),
  }
}

async function getPlatformStats(app: App): Promise<NonNullable<DashboardStats['place']>> {
  const people = await countUsersByRole(app)
  const { total, monthly } = await loadAllFigures(app)
  return {
    ...people,
    outcomes: total,
    postsWaiting: await countPosts(app, { statuses: ['pending'] }),
    postsApproved: await countPosts(app, { statuses: ['approved'] }),
    monthly,
  }
}

const sumTally = (counts: ClassCounts) => counts.common_rust + counts.healthy + counts.other_disease
