import { sql } from 'kysely'
import type { App } from '../../context.ts'

/** Queries that find violations of each invariant. */
const invariantQueries = {
  'two live bookings of a slot': sql`
    select slot_id from bookings where status in ('pending', 'approved') group by slot_id having count(*) > 1`,
  'a slot that is not booked as its bookings say': sql`
    select s.id from availability_slots s
    left join bookings b on b.slot_id = s.id and b.status in ('pending', 'approved')
    where s.live_booking_id is distinct from b.id or s.is_booked <> (b.id is not null)`,
  'overlapping active slots of an expert': sql`
    select a.id from availability_slots a join availability_slots b on a.expert_id = b.expert_id and a.id < b.id
    where a.is_active and b.is_active and a.start_time < b.end_time and b.start_time < a.end_time`,
  'overlapping appointments of one person': sql`
    select a.id from bookings a join bookings b
      on a.id < b.id and (a.farmer_id = b.farmer_id or a.expert_id = b.expert_id)
    where a.status = 'approved' and b.status = 'approved'
      and a.selected_date < b.selected_end and b.selected_date < a.selected_end`,
  'an appointment outside its slot, or set when past': sql`
    select b.id from bookings b join availability_slots s on s.id = b.slot_id
    where b.selected_date < s.start_time or b.selected_end > s.end_time or b.selected_date >= b.selected_end
      or b.selected_at > b.selected_date`,
  'a booked slot that an expert deactivated': sql`
    select id from availability_slots where is_booked and not is_active and closed_by <> 'time'`,
  'a booking made of a slot that had begun': sql`
    select b.id from bookings b join availability_slots s on s.id = b.slot_id where b.created_at >= s.start_time`,
  'a booking by anybody but a farmer, or a slot by anybody but an expert': sql`
    select b.id from bookings b join users u on u.id = b.farmer_id where u.role <> 'farmer'
    union all
    select s.id from availability_slots s join users u on u.id = s.expert_id where u.role <> 'expert'`,
  'something open of a closed account': sql`
    select b.id from bookings b join users u on u.id in (b.farmer_id, b.expert_id)
    where u.deactivated_at is not null
      and (b.status = 'pending' or (b.status = 'approved' and b.selected_date > u.deactivated_at))
    union all
    select s.id from availability_slots s join users u on u.id = s.expert_id
    where u.deactivated_at is not null and s.is_active and not s.is_booked and s.end_time > u.deactivated_at
    union all
    select c.booking_id from calendar_entries c join bookings b on b.id = c.booking_id
    where b.ended in ('closed', 'cancelled') and not c.is_cancelled`,
  'a booking that was decided twice': sql`
    select subject_id from audit_log where action in ('booking.rejected', 'booking.cancelled', 'booking.expired',
      'booking.closed')
    group by subject_id having count(*) > 1
    union all
    select subject_id from audit_log where action = 'booking.approved' group by subject_id having count(*) > 1`,
  'a booking whose status differs from its audit log': sql`
    select b.id from bookings b cross join lateral (
      select action from audit_log where subject_id = b.id::text and subject_type = 'booking' order by id desc limit 1
    ) last
    where last.action <> case b.status
      when 'pending' then 'booking.added'
      when 'rejected' then 'booking.' || b.ended
      else case when last.action = 'booking.rescheduled' then last.action else 'booking.approved' end
    end`,
}

/** Returns the violated invariants with their rows; empty if all hold. */
export async function findInvariantViolations(app: Pick<App, 'db'>): Promise<string[]> {
  const violations: string[] = []
  for (const [name, query] of Object.entries(invariantQueries)) {
    const { rows } = await query.execute(app.db)
    if (rows.length > 0) violations.push(`${name}: ${JSON.stringify(rows)}`)
  }
  return violations
}
