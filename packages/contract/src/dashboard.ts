import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const count = z.number().int().min(0)
const monthlyCounts = z.array(
  z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), common_rust: count, healthy: count, other_disease: count }),
)

/** The figures of the caller, all counted from the database; and, for those who look after the place, the place's. */
export const dashboardStats = z.object({
  imagesAnalyzedRust: count,
  imagesAnalyzedHealthy: count,
  imagesAnalyzedOtherDiseases: count,
  totalImagesAnalyzed: count,
  /** Images of the caller that were accepted for training, by label. */
  imagesTrainingRust: count,
  imagesTrainingHealthy: count,
  imagesTrainingOtherDiseases: count,
  /** Sessions that learnt from the caller's images, or that the caller started. */
  trainingSessions: count,
  /** Posts about a disease: a farmer's own, for others those that show on the board. */
  communityPostsRust: count,
  /** A farmer's own, an expert's those of own slots. */
  bookingsConfirmed: count,
  /** The last twelve months, oldest first, the empty ones too. */
  monthly: monthlyCounts,
  /** What an expert has done; null for others. */
  expert: z
    .object({
      postsModerated: count,
      commentsModerated: count,
      commentsWritten: count,
      slotsActive: count,
      bookingsPending: count,
      /** How often the version that answers now was right, on how many photos of which set; null where that was not measured. */
      model: z.object({
        version: z.string(),
        accuracy: z
          .object({ share: z.number().min(0).max(1), photos: count, set: z.enum(['test_field', 'val']) })
          .nullable(),
      }),
    })
    .nullable(),
  /** What the place holds; null for farmers. */
  place: z
    .object({
      farmers: count,
      experts: count,
      admins: count,
      waitingExperts: count,
      /** Everybody’s analyses by class, of all time. */
      outcomes: z.object({ common_rust: count, healthy: count, other_disease: count }),
      postsWaiting: count,
      postsApproved: count,
      monthly: monthlyCounts,
    })
    .nullable(),
})
export type DashboardStats = z.infer<typeof dashboardStats>

export const dashboard = {
  showStats: endpoint({
    method: 'GET',
    path: '/api/dashboard/stats/',
    access: 'user',
    summary: 'The figures of the dashboard, for the caller',
    status: 200,
    reply: dashboardStats,
  }),
}
