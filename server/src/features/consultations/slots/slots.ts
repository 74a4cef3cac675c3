import type { Slot } from '@kutu/contract/consultations/consultations'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import { mapConstraintErrors } from '../../../platform/db/constraint-errors.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { violatedConstraint, withTransaction } from '../../../platform/db/transaction.ts'
import { ApiError, apiError, fieldError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { isBookableExpert } from '../../accounts/experts/bookable-experts.ts'
import { endLiveBooking } from '../bookings/appointments.ts'
import { checkCanDeactivate } from '../policy.ts'
import { findNextFreeTime, lockSchedules, parseTimeField, toUserTimes } from '../schedules.ts'
import { presentSlots, type SlotRow, slotColumns } from './present-slot.ts'

export type TimeRange = { start: Date; end: Date }

/**
 * Creates one slot.
 * @throws ApiError slot_overlaps, validation_failed for times that are invalid, in the past or out of order
 */
export async function createSlot(
  db: Db,
  app: App,
  caller: Caller,
  input: SlotTimesInput,
  origin: string,
): Promise<Slot> {
  const [row] = await addSlots(db, app, caller, [parseSlotTimes(app, input)])
  if (!row) throw new Error('no slot was added')
  return presentSlot(db, app, row, origin)
}

/**
 * Inserts slots of one expert, all or none.
 * @throws ApiError slot_overlaps
 */
export async function addSlots(
  db: Db,
  app: App,
  caller: Pick<Caller, 'id'>,
  times: readonly TimeRange[],
): Promise<SlotRow[]> {
  return mapSlotErrors(
    withTransaction(db, async tx => {
      await lockSchedules(tx, [caller.id])
      await assertNoOverlap(app, tx, caller.id, times)
      const added = await insertSlots(app, tx, { expertId: caller.id, times, isGenerated: false })
      for (const { id, start_time, end_time } of added)
        await audit(app, tx, {
          actor: caller.id,
          action: 'slot.added',
          subject: { type: 'slot', id },
          after: { start_time: start_time.toISOString(), end_time: end_time.toISOString() },
        })
      return added
    }),
  )
}

/**
 * Checks before the exclusion constraint does: the constraint would wait for slots that are being booked, which can
 * deadlock. The schedule lock keeps other slots from being inserted meanwhile.
 * @throws ApiError slot_overlaps with the slot in the way and the next free time
 */
async function assertNoOverlap(app: App, tx: Tx, expertId: string, times: readonly TimeRange[]): Promise<void> {
  const { rows } = await sql<TimeRange & { wanted_start: Date; wanted_end: Date }>`
    select existing.start_time as start, existing.end_time as end, new_slot.start_time as wanted_start,
      new_slot.end_time as wanted_end
    from unnest(${times.map(({ start }) => start)}::timestamptz[], ${times.map(({ end }) => end)}::timestamptz[])
      as new_slot (start_time, end_time)
    join availability_slots existing on existing.expert_id = ${expertId}::uuid and existing.is_active
      and tstzrange(existing.start_time, existing.end_time) && tstzrange(new_slot.start_time, new_slot.end_time)
    order by new_slot.start_time, existing.start_time
    limit 1`.execute(tx)
  const [overlap] = rows
  if (!overlap) return
  const { start, end, wanted_start, wanted_end } = overlap
  const lengthMs = wanted_end.getTime() - wanted_start.getTime()
  const free = findNextFreeTime(wanted_start, lengthMs, await listActiveSlots(tx, expertId, wanted_start))
  const values = await toUserTimes(app, tx, expertId, { start, end, free })
  throw apiError('slot_overlaps', { values: { known: 'yes', ...values } })
}

/** Number of slots after which a free time is looked for no further, and offered behind the last of them. */
const maxSearchedSlots = 200

async function listActiveSlots(tx: Tx, expertId: string, from: Date): Promise<TimeRange[]> {
  const { rows } = await sql<TimeRange>`
    select start_time as start, end_time as end from availability_slots
    where expert_id = ${expertId}::uuid and is_active
      and tstzrange(start_time, end_time) && tstzrange(${from}::timestamptz, null)
    order by start_time limit ${sql.lit(maxSearchedSlots)}`.execute(tx)
  return rows
}

export async function insertSlots(
  app: App,
  tx: Tx,
  { expertId, times, isGenerated }: { expertId: string; times: readonly TimeRange[]; isGenerated: boolean },
): Promise<SlotRow[]> {
  // Relies on trigger slots_of_open_accounts.
  const rows = await insertInto(
    tx,
    'availability_slots',
    times.map(({ start, end }) => ({
      expert_id: expertId,
      start_time: start,
      end_time: end,
      closed_at: null,
      closed_by: null,
      live_booking_id: null,
      is_generated: isGenerated,
      created_at: app.clock.now(),
    })),
  )
    .returning(slotColumns)
    .execute()
  return rows.sort((a, b) => a.start_time.getTime() - b.start_time.getTime())
}

/**
 * Deactivates an own slot that is not booked, or together with its booking.
 * @throws ApiError not_found, slot_booked, slot_inactive, appointment_begun
 */
export async function endSlot(
  app: App,
  caller: Caller,
  id: string,
  { cancel_booking, origin }: { cancel_booking: boolean; origin: string },
): Promise<Slot> {
  const row = await mapSlotErrors(
    withTransaction(app, async tx => {
      const locked = await tx
        .selectFrom('availability_slots')
        .select([...slotColumns, 'live_booking_id'])
        .where('id', '=', id)
        .where('expert_id', '=', caller.id)
        .forUpdate()
        .executeTakeFirstOrThrow(() => apiError('not_found'))
      const { live_booking_id, ...row } = locked
      const endsBooking = cancel_booking && live_booking_id !== null
      const slot = endsBooking ? { ...row, is_booked: false } : row
      const code = checkCanDeactivate(slot, app.clock.now())
      if (code) throw apiError(code)
      if (endsBooking) await endLiveBooking(app, tx, caller, live_booking_id)
      const closed = { is_active: false, closed_by: 'expert' } as const
      await tx
        .updateTable('availability_slots')
        .set({ ...closed, closed_at: app.clock.now() })
        .where('id', '=', id)
        .execute()
      await audit(app, tx, {
        actor: caller.id,
        action: 'slot.ended',
        subject: { type: 'slot', id },
        before: { is_active: true },
        after: { is_active: false },
      })
      return { ...slot, ...closed }
    }),
  )
  return presentSlot(app.db, app, row, origin)
}

/**
 * Returns one slot.
 * @throws ApiError not_found, for a farmer also if its expert is not approved or deactivated
 */
export async function showSlot(app: App, caller: Caller, id: string, origin: string): Promise<Slot> {
  const row = await app.db.selectFrom('availability_slots').select(slotColumns).where('id', '=', id).executeTakeFirst()
  if (!row) throw apiError('not_found')
  const isOwn = row.expert_id === caller.id
  if (!isOwn && (caller.role !== 'farmer' || !(await isBookableExpert(app.db, row.expert_id))))
    throw apiError('not_found')
  return presentSlot(app.db, app, row, origin)
}

async function presentSlot(db: Db, app: App, row: SlotRow, origin: string): Promise<Slot> {
  const [slot] = await presentSlots(db, app, [row], origin)
  if (!slot) throw apiError('not_found')
  return slot
}

type SlotTimesInput = { start_time: string; end_time: string }

/**
 * Parses the times of a slot and reports all invalid fields together.
 * @throws ApiError validation_failed
 */
function parseSlotTimes(app: App, { start_time, end_time }: SlotTimesInput): TimeRange {
  const fields: ApiError['fields'] = []
  const [start, end] = [parseTimeField(start_time, app.config.timeZone), parseTimeField(end_time, app.config.timeZone)]
  if ('errorKey' in start) fields.push({ field: 'start_time', key: start.errorKey })
  else if (start.instant < app.clock.now()) fields.push({ field: 'start_time', key: 'field.time_past' })
  if ('errorKey' in end) fields.push({ field: 'end_time', key: end.errorKey })
  else if ('instant' in start && end.instant <= start.instant)
    fields.push({ field: 'end_time', key: 'field.time_order' })
  if ('errorKey' in start || 'errorKey' in end || fields.length > 0) throw new ApiError('validation_failed', { fields })
  return { start: start.instant, end: end.instant }
}

/** Reports a start time that has passed since it was checked as an error of its field. */
async function mapSlotErrors<T>(operation: Promise<T>): Promise<T> {
  try {
    return await mapConstraintErrors(operation)
  } catch (error) {
    if (violatedConstraint(error) === 'slots_begin_ahead') throw fieldError('start_time', 'field.time_past')
    throw error
  }
}
