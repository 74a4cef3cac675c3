import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { WarningRow } from '../warnings/warnings.ts'
import { today } from '../weekly/weeks.ts'

/**
 * Returns those of the farmers of a district who are about to hear of a nearer warning of the crop: one that is being sent now, is
 * about their district or names it as rising, while this one does not. They hear of one a week, and of the nearer one first.
 */
export async function listLeftToNearer(
  app: App,
  tx: Tx,
  warning: WarningRow,
  { district, farmers }: { district: string; farmers: readonly string[] },
): Promise<Set<string>> {
  if (warning.district === district || farmers.length === 0) return new Set()
  const isRising = warning.rising_districts?.includes(district) ?? false
  const { rows } = await sql<{ id: string }>`
    select f.id from unnest(${farmers}::uuid[]) as f (id)
    where exists (select from warning_deliveries d join disease_warnings w on w.id = d.warning_id
      where d.finished_at is null and w.id <> ${warning.id} and w.crop = ${warning.crop}
        and w.state = 'confirmed' and w.valid_until >= ${today(app)}
        and (w.district = ${district} or (not ${isRising}::boolean and ${district} = any (w.rising_districts)))
        and not exists (select from warning_notices n where n.warning_id = w.id and n.farmer_id = f.id))`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Returns when the first of the farmers may hear of a warning, who have not heard of it but of another one of the crop this week. */
export async function findEndOfQuiet(
  app: App,
  tx: Tx,
  { id, crop }: WarningRow,
  farmers: readonly string[],
): Promise<Date | null> {
  const { rows } = await sql<{ next_at: Date | null }>`
    select min(other.next_at) as next_at from warning_notices other
    where other.farmer_id = any (${farmers}::uuid[]) and other.crop = ${crop} and other.next_at > ${app.clock.now()}
      and not exists (select from warning_notices n where n.warning_id = ${id} and n.farmer_id = other.farmer_id)`.execute(
    tx,
  )
  return rows[0]?.next_at ?? null
}
