import type { DashboardFigures, DashboardStats } from '@kutu/contract/dashboard'
import type { App } from '../../context.ts'
import { countActions } from '../../platform/db/audit.ts'
import type { Caller } from '../../platform/http/authorization.ts'
import { countUsersByRole } from '../accounts/users/user-counts.ts'
import { countDiseasePosts, countPosts } from '../community/board-stats.ts'
import { countBookings, countConfirmedBookings, countSlots } from '../consultations/consultation-counts.ts'
import { type ClassCounts, loadAllFigures, loadUserFigures } from '../detection/analyses/analysis-counts.ts'
import { getAllTrainingTotals, getTrainingTotals } from '../training/images/image-counts.ts'
import { getActiveModelAccuracy } from '../training/models/active-accuracy.ts'

/** Returns the figures of the dashboard. Each is read from a few tally rows that are maintained on write, one for each expert at most. */
export async function getStats(app: App, caller: Caller): Promise<DashboardStats> {
  const { total, monthly } = await loadUserFigures(app, caller.id)
  return {
    ...presentFigures({
      analyses: total,
      training: await getTrainingTotals(app, caller.id),
      posts: await countDiseasePosts(app, caller),
      bookings: (await countBookings(app, caller.id)).approved,
    }),
    imagesAnalyzedUnsure: total.unsure,
    monthly,
    expert: caller.role === 'expert' ? await getExpertStats(app, caller) : null,
    place: caller.role === 'farmer' ? null : await getPlatformStats(app, caller),
  }
}

function presentFigures({
  analyses,
  training,
  posts,
  bookings,
}: {
  analyses: ClassCounts
  training: ClassCounts & { sessions: number }
  posts: number
  bookings: number
}): DashboardFigures {
  return {
    imagesAnalyzedRust: analyses.common_rust,
    imagesAnalyzedHealthy: analyses.healthy,
    imagesAnalyzedOtherDiseases: analyses.other_disease,
    totalImagesAnalyzed: analyses.common_rust + analyses.healthy + analyses.other_disease,
    imagesTrainingRust: training.common_rust,
    imagesTrainingHealthy: training.healthy,
    imagesTrainingOtherDiseases: training.other_disease,
    trainingSessions: training.sessions,
    communityPostsRust: posts,
    bookingsConfirmed: bookings,
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

async function getPlatformStats(app: App, caller: Caller): Promise<NonNullable<DashboardStats['place']>> {
  const people = await countUsersByRole(app)
  const { total, monthly } = await loadAllFigures(app)
  return {
    ...presentFigures({
      analyses: total,
      training: await getAllTrainingTotals(app),
      posts: await countDiseasePosts(app, caller),
      bookings: await countConfirmedBookings(app),
    }),
    ...people,
    outcomes: total,
    postsWaiting: await countPosts(app, { statuses: ['pending'] }),
    postsApproved: await countPosts(app, { statuses: ['approved'] }),
    monthly,
  }
}
