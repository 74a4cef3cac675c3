import type { DashboardFigures } from '@kutu/contract/dashboard'
import type { App } from '../../context.ts'
import { insertInto } from '../../platform/db/complete-insert.ts'
import { countUsersByRole } from '../accounts/users/user-counts.ts'
import { countBoardPosts } from '../community/board-stats.ts'
import { countConfirmedBookings } from '../consultations/consultation-counts.ts'
import { type ClassCounts, loadAllFigures } from '../detection/analyses/analysis-counts.ts'
import { getTrainingTotals } from '../training/images/image-counts.ts'
import type { PlatformFigures } from './tables.ts'

/** Job, every ten minutes and at the start: counts the figures over all users, which takes seconds with ten million analyses. */
export async function countPlatform(app: App): Promise<void> {
  await storeFigures(app)
}

/** Returns the figures of the last job. The first reader of a new database counts them. */
export async function loadPlatformFigures(app: App): Promise<{ figures: PlatformFigures; counted_at: Date }> {
  const stored = await app.db.selectFrom('platform_figures').select(['figures', 'counted_at']).executeTakeFirst()
  return stored ?? storeFigures(app)
}

async function storeFigures(app: App) {
  const figures = await countFigures(app)
  const row = { figures: JSON.stringify(figures), counted_at: app.clock.now() }
  await insertInto(app.db, 'platform_figures', row)
    .onConflict(conflict => conflict.column('is_only_row').doUpdateSet(row))
    .execute()
  return { figures, counted_at: row.counted_at }
}

async function countFigures(app: App): Promise<PlatformFigures> {
  const { total, monthly } = await loadAllFigures(app)
  const posts = await countBoardPosts(app.db)
  return {
    ...presentFigures({
      analyses: total,
      training: await getTrainingTotals(app),
      posts: posts.aboutDiseases,
      bookings: await countConfirmedBookings(app.db),
    }),
    ...(await countUsersByRole(app)),
    outcomes: total,
    postsApproved: posts.approved,
    monthly,
  }
}

export function presentFigures({
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
