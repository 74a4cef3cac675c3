import type { CompleteInsert } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'

/** Notes how long the farmer waited for the expert's first answer to a booking. Later answers change nothing. */
export async function saveFirstReply(
  tx: Tx,
  { id, expert_id, created_at }: { id: string; expert_id: string; created_at: Date },
  now: Date,
): Promise<void> {
  const seconds = Math.max(0, Math.round((now.getTime() - created_at.getTime()) / 1000))
  await tx
    .insertInto('booking_replies')
    .values({ booking_id: id, expert_id, seconds, replied_at: now } satisfies CompleteInsert<'booking_replies'>)
    .onConflict(conflict => conflict.column('booking_id').doNothing())
    .execute()
}
