import type { PageQuery } from '@kutu/contract/common'
import type { BookingSide, BookingStatus } from '@kutu/contract/consultations/booking-actions'
import type { Booking } from '@kutu/contract/consultations/consultations'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { fromEpochMicros, pageOffset, pageUrl, parseCursor, takeCursorPage } from '../../../platform/http/pagination.ts'
import { presentBooking, presentBookings, selectBookings } from './present-booking.ts'

type BookingListQuery = PageQuery & {
  after?: string | undefined
  status?: BookingStatus | undefined
  when?: 'upcoming' | 'past' | undefined
}

function selectOwnBookings(app: App, side: BookingSide, caller: Caller, status: BookingStatus | undefined) {
  const bookings = selectBookings(app.db).where(side === 'farmer' ? 'b.farmer_id' : 'b.expert_id', '=', caller.id)
  return status === undefined ? bookings : bookings.where('b.status', '=', status)
}

/**
 * Returns a page of a farmer's own bookings, or of the bookings of an expert's own slots: newest first, with
 * `when: 'past'` only those that are over, or with `upcoming` the appointments that have not ended, soonest first.
 */
export async function listBookings(app: App, side: BookingSide, caller: Caller, query: BookingListQuery, url: URL) {
  if (query.when === 'upcoming') return listAppointments(app, side, caller, query, url)
  const cursor = parseCursor(query)
  const found = await selectOwnBookings(app, side, caller, query.status)
    .$if(query.when === 'past', qb =>
      qb.where(({ eb, or, and }) =>
        or([
          eb('b.status', '=', 'rejected'),
          and([eb('b.status', '=', 'approved'), eb('b.selected_end', '<=', app.clock.now())]),
        ]),
      ),
    )
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
  return { results: await presentBookings(app.db, app, rows, url.origin), next }
}

async function listAppointments(app: App, side: BookingSide, caller: Caller, query: BookingListQuery, url: URL) {
  const found = await selectOwnBookings(app, side, caller, 'approved')
    .where('b.selected_end', '>', app.clock.now())
    .$if(query.status !== undefined && query.status !== 'approved', qb => qb.where(sql.lit(false)))
    .orderBy('b.selected_date')
    .orderBy('b.id')
    .limit(query.page_size + 1)
    .offset(pageOffset(query))
    .execute()
  const rows = found.slice(0, query.page_size)
  const next = found.length > rows.length ? pageUrl(url, query.page + 1) : null
  return { results: await presentBookings(app.db, app, rows, url.origin), next }
}

/**
 * Returns one booking.
 * @throws ApiError not_found, also for a booking of other users
 */
export async function showBooking(db: Db, app: App, caller: Caller, id: string, origin: string): Promise<Booking> {
  const row = await selectBookings(db).where('b.id', '=', id).executeTakeFirst()
  if (!row || (row.farmer_id !== caller.id && row.expert_id !== caller.id)) throw apiError('not_found')
  return presentBooking(db, app, row, origin)
}
