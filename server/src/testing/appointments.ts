import { sql } from 'kysely'
import { write } from '../db/write.ts'
import { enqueue } from '../jobs/jobs.ts'
import type { Person } from './people.ts'
import type { Answered, World } from './world.ts'

export const hours = (count: number) => count * 3_600_000
export const minutes = (count: number) => count * 60_000

type Booking = { id: string; status: string; selected_date: string | null; slot: { start_time: string } }

function right({ status, body }: Answered, expected: number): Booking {
  if (status !== expected) throw new Error(`answered ${status} ${JSON.stringify(body)}`)
  return body
}

/** On a full minute, as people choose times. */
export const fromNow = (w: World, milliseconds: number) =>
  new Date(Math.ceil((w.clock.now().getTime() + milliseconds) / 60_000) * 60_000)

/** A booking, pending, of a new slot of four hours that begins so far ahead. */
export async function pendingBooking(w: World, farmer: Person, expert: Person, ahead: number): Promise<Booking> {
  w.clock.advance(1)
  const start = fromNow(w, ahead)
  const times = { start_time: start.toISOString(), end_time: new Date(start.getTime() + hours(4)).toISOString() }
  const slot = right(
    await w.call('POST /api/consultations/availability-slots/', { token: expert.token, body: times }),
    201,
  )
  return right(
    await w.call('POST /api/consultations/consultations/', { token: farmer.token, body: { slot_id: slot.id } }),
    201,
  )
}

export async function answer(w: World, expert: Person, booking: Booking, body: object): Promise<Booking> {
  w.clock.advance(1)
  const { token } = expert
  return right(
    await w.call('PUT /api/consultations/consultations/manage/', { token, body: { booking_id: booking.id, ...body } }),
    200,
  )
}

/** An appointment at the very start of its slot. */
export async function appointment(w: World, farmer: Person, expert: Person, ahead: number): Promise<Booking> {
  const booking = await pendingBooking(w, farmer, expert, ahead)
  return answer(w, expert, booking, { action: 'approve', selected_date: booking.slot.start_time })
}

export async function cancel(w: World, { token }: Person, { id }: Booking, reason?: string): Promise<Booking> {
  w.clock.advance(1)
  const call = 'PUT /api/consultations/consultations/{id}/cancel/'
  return right(await w.call(call, { token, params: { id }, body: { reason } }), 200)
}

/** What the crontab does every minute, and everything that follows from it. */
export async function remindNow(w: World): Promise<void> {
  await write(w.app, tx => enqueue(tx, 'remind_of_appointments', {}))
  await w.runJobs()
}

/** Runs again what failed. Its time in the job queue is the database's, which no test moves: it is made due instead. */
export async function retryJobs(w: World): Promise<void> {
  await jobsPut(w)
  await sql`update graphile_worker._private_jobs set run_at = now() where attempts > 0`.execute(w.app.db)
  await w.runJobs()
  await jobsPut(w)
}

/** The queue notes what became of a job a moment after the job is done. */
async function jobsPut(w: World): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from graphile_worker._private_jobs where locked_at is not null`.execute(w.app.db)
    if (rows.length === 0) return
  }
}
