import { z } from 'zod'
import { count, id, instant } from './common.ts'
import { endpoint } from './endpoint.ts'

const classCounts = z.object({ common_rust: count, healthy: count, other_disease: count })
/** Answers by class; `unsure` is how many of them were not sure: band `uncertain` or `unfamiliar`. */
const outcomeCounts = classCounts.extend({ unsure: classCounts })
const monthlyCounts = z.array(outcomeCounts.extend({ month: z.string().regex(/^\d{4}-\d{2}$/) }))

/** The ten figures of the dashboard: of the caller, or of everybody. */
const figures = z.object({
  imagesAnalyzedRust: count,
  imagesAnalyzedHealthy: count,
  imagesAnalyzedOtherDiseases: count,
  totalImagesAnalyzed: count,
  /** Images that were accepted for training, by label. */
  imagesTrainingRust: count,
  imagesTrainingHealthy: count,
  imagesTrainingOtherDiseases: count,
  /** Training sessions; of the caller: those that used their images or that they started. */
  trainingSessions: count,
  /** Posts about a disease: for farmers their own, for others the approved ones. */
  communityPostsRust: count,
  /** Approved bookings; of the caller: the farmer's, or of the expert's slots. */
  bookingsConfirmed: count,
})
export type DashboardFigures = z.infer<typeof figures>

/** Counts for the caller and, for experts and admins, for the whole platform. */
export const dashboardStats = figures.extend({
  /** The answers in the first three figures that were not sure. */
  imagesAnalyzedUnsure: classCounts,
  /** The last twelve months, oldest first, including months without analyses. */
  monthly: monthlyCounts,
  /** The expert's own work; null for others. */
  expert: z
    .object({
      postsModerated: count,
      commentsModerated: count,
      commentsWritten: count,
      slotsActive: count,
      bookingsPending: count,
      /** Accuracy of the active version on a set of photos; null when it was not measured. */
      model: z.object({
        version: z.string(),
        accuracy: z
          .object({ share: z.number().min(0).max(1), photos: count, set: z.enum(['test_field', 'val']) })
          .nullable(),
      }),
    })
    .nullable(),
  /** Counts for the whole platform; null for farmers. */
  place: figures
    .extend({
      farmers: count,
      experts: count,
      admins: count,
      waitingExperts: count,
      /** Analyses of all users by class, of all time. */
      outcomes: outcomeCounts,
      postsWaiting: count,
      postsApproved: count,
      monthly: monthlyCounts,
      /** When a job last counted these figures, except waitingExperts and postsWaiting, which are of the request. */
      countedAt: instant,
    })
    .nullable(),
})
export type DashboardStats = z.infer<typeof dashboardStats>

/** Counts of everything that waits for the caller, each up to `maxWaitingCounted`. */
export const waitingWork = z.object({
  /** Open warnings in the country in which the caller decides. */
  warnings: count,
  /** Posts that no expert has decided on. */
  posts: count,
  /** Comments of others, on approved posts, that no expert has decided on. */
  comments: count,
  /** Bookings of the caller's slots. */
  bookings: count,
  /** Training photos that the caller may review. */
  photos: count,
})
export type WaitingWork = z.infer<typeof waitingWork>

/** The deeds of an expert on an item of the inbox besides a decision: opens or closes it, or puts it off until the next morning and takes that back. */
const inboxAction = z.enum(['open', 'close', 'snooze', 'unsnooze'])
export type InboxAction = z.infer<typeof inboxAction>

export const dashboard = {
  showStats: endpoint({
    method: 'GET',
    path: '/api/dashboard/stats/',
    access: 'user',
    summary: 'Get the statistics for the caller’s dashboard',
    reply: dashboardStats,
  }),
  showWaiting: endpoint({
    method: 'GET',
    path: '/api/dashboard/waiting/',
    access: 'approved expert',
    summary: 'Count what waits for the caller: warnings, posts, comments, bookings, training photos; each up to 100',
    reply: waitingWork,
  }),
  listInboxMarks: endpoint({
    method: 'GET',
    path: '/api/dashboard/inbox/',
    access: 'approved expert',
    summary: 'List which items other experts have open, and which the caller has put off',
    reply: z.object({ opened: z.array(z.object({ item_id: id, username: z.string() })), snoozed: z.array(id) }),
  }),
  markInboxItem: endpoint({
    method: 'PUT',
    path: '/api/dashboard/inbox/{id}/',
    access: 'approved expert',
    summary:
      'Say that the caller opens an item of the inbox, closes it, or puts it off until the next morning, or takes that back',
    body: z.object({ action: inboxAction }),
    rateLimit: { max: 600, seconds: 600, by: 'user' },
  }),
}
