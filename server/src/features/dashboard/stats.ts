import { maxListCount } from '@kutu/contract/common'
import type { DashboardStats } from '@kutu/contract/dashboard'
import type { App } from '../../context.ts'
import { countBoardActions } from '../../platform/db/audit.ts'
import type { Caller } from '../../platform/http/authorization.ts'
import { countWaitingExperts } from '../accounts/users/user-counts.ts'
import { countOwnDiseasePosts, countPosts } from '../community/board-stats.ts'
import { countBookings, countSlots } from '../consultations/consultation-counts.ts'
import { loadUserFigures } from '../detection/analyses/analysis-counts.ts'
import { getTrainingTotals } from '../training/images/image-counts.ts'
import { getActiveModelAccuracy } from '../training/models/models.ts'
import { loadPlatformFigures, presentFigures } from './platform-figures.ts'

/** Returns the figures of the dashboard: the caller's own, counted from indexes, and those of a job over all users. */
export async function getStats(app: App, caller: Caller): Promise<DashboardStats> {
  const { total, monthly } = await loadUserFigures(app, caller.id)
  const place = caller.role === 'farmer' ? null : await getPlatformStats(app)
  return {
    ...presentFigures({
      analyses: total,
      training: await getTrainingTotals(app, caller.id),
      posts: place?.communityPostsRust ?? (await countOwnDiseasePosts(app.db, caller.id)),
      bookings: await countBookings(app.db, caller, 'approved'),
    }),
    imagesAnalyzedUnsure: total.unsure,
    monthly,
    expert: caller.role === 'expert' ? await getExpertStats(app, caller) : null,
    place,
  }
}

async function getExpertStats(app: App, caller: Caller): Promise<NonNullable<DashboardStats['expert']>> {
  const getCount = await countBoardActions(app, caller.id)
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
    slotsActive: await countSlots(app.db, caller.id, { isActive: true }),
    bookingsPending: await countBookings(app.db, caller, 'pending'),
    model: await getActiveModelAccuracy(app),
  }
}

/** Returns the figures of the last count, and live those that an expert or an administrator works on. */
async function getPlatformStats(app: App): Promise<NonNullable<DashboardStats['place']>> {
  const { figures, counted_at } = await loadPlatformFigures(app)
  return {
    ...figures,
    waitingExperts: await countWaitingExperts(app),
    postsWaiting: Math.min(await countPosts(app.db, { statuses: ['pending'] }), maxListCount),
    countedAt: counted_at.toISOString(),
  }
}
