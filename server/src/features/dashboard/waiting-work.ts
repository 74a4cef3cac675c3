import type { WaitingWork } from '@kutu/contract/dashboard'
import { maxWaitingCounted, reviewPageSize } from '@kutu/contract/shared-limits'
import type { App } from '../../context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/authorization.ts'
import { countPosts } from '../community/board-stats.ts'
import { countWaitingResponses } from '../community/responses/waiting-responses.ts'
import { countBookings } from '../consultations/consultation-counts.ts'
import { countOpenWarnings } from '../surveillance/warnings/warnings.ts'
import { countQueue } from '../training/review/review-queue.ts'

/** Counts what waits for the expert, each kind up to `maxWaitingCounted`. */
export async function countWaitingWork(db: Db, app: App, caller: Pick<Caller, 'id'>): Promise<WaitingWork> {
  const limit = (count: number) => Math.min(count, maxWaitingCounted)
  return {
    warnings: await countOpenWarnings(db, app, caller, maxWaitingCounted),
    posts: limit(await countPosts(db, { statuses: ['pending'] }, maxWaitingCounted)),
    comments: limit(await countWaitingResponses(db, caller, maxWaitingCounted)),
    bookings: limit(await countBookings(db, { ...caller, role: 'expert' }, 'pending', maxWaitingCounted)),
    photos: limit(await countQueue(db, caller, { page: 1, page_size: reviewPageSize }, maxWaitingCounted)),
  }
}
