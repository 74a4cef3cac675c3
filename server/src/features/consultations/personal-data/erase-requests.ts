import type { Tx } from '../../../platform/db/database.ts'

/** Deletes what a farmer wrote with bookings. Call it before the analyses are erased, which it may refer to. */
export async function eraseBookingRequests(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('booking_requests').where('farmer_id', '=', userId).execute()
}

/** Deletes the working hours of an expert. The account is closed, so no slots are generated from them any more. */
export async function eraseWorkingHours(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('working_hours').where('expert_id', '=', userId).execute()
}
