import type { BookingStatus } from '@kutu/contract/booking-moves'
import type { Page } from '@kutu/contract/common'
import type { Booking } from '@kutu/contract/consultations'
import { sql } from 'kysely'
import type { App } from '../context.ts'
import { refuse } from '../http/errors.ts'
import { cutPage, instantOf, offsetOf, positionIn } from '../http/paging.ts'
import type { Caller } from '../http/session.ts'
import { bookingRows, presentBookings } from './present-booking.ts'

type Asked = Page & { after?: string | undefined; status?: BookingStatus | undefined }

/** A farmer's own bookings, or those of an expert's own slots, newest first. */
export async function listBookingsOf(app: App, side: 'farmer' | 'expert', caller: Caller, query: Asked, address: URL) {
  const position = positionIn(query)
  const found = await bookingRows(app)
    .where(side === 'farmer' ? 'b.farmer_id' : 'b.expert_id', '=', caller.id)
    .$if(query.status !== undefined, rows => rows.where('b.status', '=', query.status ?? 'pending'))
    .$if(position !== undefined, rows =>
      rows.where(
        sql<boolean>`(b.created_at, b.id) < (${instantOf(position?.micros ?? '0')}, ${position?.id ?? ''}::uuid)`,
      ),
    )
    .orderBy('b.created_at', 'desc')
    .orderBy('b.id', 'desc')
    .limit(query.page_size + 1)
    .offset(position ? 0 : offsetOf(query))
    .execute()
  const { rows, next } = cutPage(address, query, found)
  return { results: await presentBookings(app, rows, address.origin), next }
}

/** @throws Refusal not_found, also for a booking of others */
export async function showBooking(app: App, caller: Caller, id: string, origin: string): Promise<Booking> {
  const row = await bookingRows(app).where('b.id', '=', id).executeTakeFirst()
  if (!row || (row.farmer_id !== caller.id && row.expert_id !== caller.id)) throw refuse('not_found')
  const [booking] = await presentBookings(app, [row], origin)
  if (!booking) throw refuse('not_found')
  return booking
}
