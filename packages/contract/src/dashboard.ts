import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const count = z.number().int().min(0)

/** The figures of the caller, all counted from the database. */
export const stats = z.object({
  imagesAnalyzedRust: count,
  imagesAnalyzedHealthy: count,
  imagesAnalyzedOtherDiseases: count,
  totalImagesAnalyzed: count,
  /** Posts about a disease: a farmer's own, for others those that show on the board. */
  communityPostsRust: count,
  monthly: z.array(
    z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), common_rust: count, healthy: count, other_disease: count }),
  ),
})
export type Stats = z.infer<typeof stats>

export const dashboard = {
  showStats: endpoint({
    method: 'GET',
    path: '/api/dashboard/stats/',
    who: 'user',
    summary: 'The figures of the dashboard, for the caller',
    status: 200,
    reply: stats,
  }),
}
