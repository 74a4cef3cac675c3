import type { BookingStatus } from '@kutu/contract/consultations/booking-actions'
import { countUpTo } from '../../platform/db/count-up-to.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/authorization.ts'
import { getCallerSide } from './policy.ts'
import type { SlotStatus } from './tables.ts'

type SlotFilters = {
  status?: SlotStatus | undefined
  isActive?: true
  begins?: readonly ['>' | '<=', Date] | undefined
}

/** Counts an expert's slots that match the filters, see `countUpTo`. */
export const countSlots = (db: Db, expertId: string, { status, isActive, begins }: SlotFilters): Promise<number> =>
  countUpTo(
    db,
    db
      .selectFrom('availability_slots')
      .where('expert_id', '=', expertId)
      .$if(status !== undefined, query => query.where('status', '=', status ?? 'available'))
      .$if(isActive !== undefined, query => query.where('is_active', '=', true))
      .$if(begins !== undefined, query => (begins ? query.where('start_time', ...begins) : query)),
  )

/** Counts a user's bookings in one status, see `countUpTo`: a farmer's own, or those of an expert's slots. */
export const countBookings = (
  db: Db,
  caller: Pick<Caller, 'id' | 'role'>,
  status: BookingStatus,
  max?: number,
): Promise<number> =>
  countUpTo(
    db,
    db
      .selectFrom('bookings')
      .where(getCallerSide(caller) === 'expert' ? 'expert_id' : 'farmer_id', '=', caller.id)
      .where('status', '=', status),
    max,
  )

/** Counts the approved bookings of everybody. It reads all of them: for a job. */
export async function countConfirmedBookings(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('bookings')
    .where('status', '=', 'approved')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
