import type { Tx } from '../db/database.ts'

/** What a user wrote when ending a booking; that there was one, its other side still sees. Answers which bookings those are. */
export async function forgetReasons(tx: Tx, userId: string): Promise<string[]> {
  const spoken: { id: string }[] = []
  for (const side of ['farmer', 'expert'] as const) {
    const rows = await tx
      .updateTable('bookings')
      .set({ reason: null })
      .where(`${side}_id`, '=', userId)
      .where('ended_by', '=', side)
      .where('reason', 'is not', null)
      .returning('id')
      .execute()
    spoken.push(...rows)
  }
  return spoken.map(({ id }) => id)
}
