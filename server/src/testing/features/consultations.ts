import type { Booking, Slot } from '@kutu/contract/consultations/consultations'
import type { TestResponse, TestServer } from '../server/test-server.ts'
import type { TestUser } from '../server/test-users.ts'

const minute = 60_000
export const hour = 60 * minute

/**
 * Returns a full minute the given number of hours from now, because the API has a resolution of seconds and people use
 * minutes.
 */
export const hoursFromNow = (server: TestServer, hours: number): Date =>
  new Date(Math.ceil(server.clock.now().getTime() / minute) * minute + hours * hour)

const advanceClock = (server: TestServer) => server.clock.advance(1)

export const offerSlot = (
  server: TestServer,
  { token }: TestUser,
  start_time: unknown,
  end_time: unknown,
): Promise<TestResponse> => {
  advanceClock(server)
  return server.request('POST /api/consultations/availability-slots/', { token, body: { start_time, end_time } })
}

let slotCount = 0
/** Creates a slot of two hours, each a day after the previous one, so that none overlap. */
export async function createFreeSlot(
  server: TestServer,
  expert: TestUser,
  start = hoursFromNow(server, 24 * ++slotCount),
): Promise<Slot> {
  const end = new Date(start.getTime() + 2 * hour)
  return expectStatus(await offerSlot(server, expert, start.toISOString(), end.toISOString()), 201)
}

export const bookSlot = (
  server: TestServer,
  { token }: TestUser,
  slotId: string,
  request: object = {},
): Promise<TestResponse> => {
  advanceClock(server)
  return server.request('POST /api/consultations/consultations/', { token, body: { slot_id: slotId, ...request } })
}

export async function createPendingBooking(
  server: TestServer,
  farmer: TestUser,
  expert: TestUser,
  start?: Date,
): Promise<Booking> {
  return expectStatus(await bookSlot(server, farmer, (await createFreeSlot(server, expert, start)).id), 201)
}

export const answerBooking = (
  server: TestServer,
  { token }: TestUser,
  booking_id: string,
  action: string,
  extraFields: object = {},
) => {
  advanceClock(server)
  return server.request('PUT /api/consultations/consultations/manage/', {
    token,
    body: { booking_id, action, ...extraFields },
  })
}

/** Creates a booking approved for the start of its slot. */
export async function createAppointment(
  server: TestServer,
  farmer: TestUser,
  expert: TestUser,
  start?: Date,
): Promise<Booking> {
  const { id, slot } = await createPendingBooking(server, farmer, expert, start)
  return expectStatus(await answerBooking(server, expert, id, 'approve', { selected_date: slot.start_time }), 200)
}

export const cancelBooking = (server: TestServer, { token }: TestUser, id: string, reason?: string) => {
  advanceClock(server)
  const params = { id }
  return server.request('PUT /api/consultations/consultations/{id}/cancel/', {
    token,
    params,
    body: reason ? { reason } : {},
  })
}

export const withdrawBooking = (server: TestServer, { token }: TestUser, id: string) => {
  advanceClock(server)
  return server.request('DELETE /api/consultations/consultations/{id}/', { token, params: { id } })
}

export const endSlot = (server: TestServer, { token }: TestUser, id: string, body?: object) => {
  advanceClock(server)
  return server.request('PUT /api/consultations/availability-slots/end/{id}/', { token, params: { id }, body })
}

export const getSlot = (server: TestServer, { token }: TestUser, id: string) =>
  server.request('GET /api/consultations/availability-slots/{id}/', { token, params: { id } })

export const getBooking = (server: TestServer, { token }: TestUser, id: string) =>
  server.request('GET /api/consultations/consultations/{id}/', { token, params: { id } })

function expectStatus({ status, body }: TestResponse, expected: number) {
  if (status !== expected) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return body
}
