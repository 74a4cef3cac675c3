import type { PageQuery } from '@kutu/contract/common'
import type { BookingStatus } from '@kutu/contract/consultations/booking-actions'
import type { Booking } from '@kutu/contract/consultations/consultations'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { fromEpochMicros, pageOffset, parseCursor, takeCursorPage } from '../../../platform/http/pagination.ts'
import { presentBookings, selectBookings } from './present-booking.ts'

type BookingListQuery = PageQuery & { after?: string | undefined; status?: BookingStatus | undefined }

/** Returns a page of a farmer's own bookings, or of the bookings of an expert's own slots, newest first. */
export async function listBookings(
  app: App,
  side: 'farmer' | 'expert',
  caller: Caller,
  query: BookingListQuery,
  url: URL,
) {
  const cursor = parseCursor(query)
  const found = await selectBookings(app)
    .where(side === 'farmer' ? 'b.farmer_id' : 'b.expert_id', '=', caller.id)
    .$if(query.status !== undefined, qb => qb.where('b.status', '=', query.status ?? 'pending'))
    .$if(cursor !== undefined, qb =>
      qb.where(
        sql<boolean>`(b.created_at, b.id) < (${fromEpochMicros(cursor?.micros ?? '0')}, ${cursor?.id ?? ''}::uuid)`,
      ),
    )
    .orderBy('b.created_at', 'desc')
    .orderBy('b.id', 'desc')
    .limit(query.page_size + 1)
    .offset(cursor ? 0 : pageOffset(query))
    .execute()
  const { rows, next } = takeCursorPage(url, query, found)
  return { results: await presentBookings(app, rows, url.origin), next }
}

/**
 * Returns one booking.
 * @throws ApiError not_found, also for a booking of other users
 */
export async function showBooking(app: App, caller: Caller, id: string, origin: string): Promise<Booking> {
  const row = await selectBookings(app).where('b.id', '=', id).executeTakeFirst()
  if (!row || (row.farmer_id !== caller.id && row.expert_id !== caller.id)) throw apiError('not_found')
  const [booking] = await presentBookings(app, [row], origin)
  if (!booking) throw apiError('not_found')
  return booking
}
