import { callApi } from '../../../api/api-client.ts'
import { ApiError } from '../../../api/errors.ts'
import type { Sender } from '../../../api/outbox/send-outbox.ts'
import { invalidateMyBookings } from '../shared/farmer-queries.ts'

export const sendBooking: Sender<'booking'> = async (client, { key, data: { slot, topic } }) => {
  const body = { slot_id: slot.id, ...topic }
  await callApi('POST /api/consultations/consultations/', { body, idempotencyKey: key })
  void client.invalidateQueries({ queryKey: ['slots'] })
  void invalidateMyBookings(client)
  return undefined
}

export const sendCancellation: Sender<'cancellation'> = async (client, { data: { bookingId: id, reason } }) => {
  try {
    await callApi('PUT /api/consultations/consultations/{id}/cancel/', { params: { id }, body: { reason } })
  } catch (error) {
    // An attempt whose reply was lost has cancelled it already.
    if (!(error instanceof ApiError && error.is('already_decided'))) throw error
    const { ended_by } = await callApi('GET /api/consultations/consultations/{id}/', { params: { id } })
    if (ended_by !== 'farmer') throw error
  }
  void client.invalidateQueries({ queryKey: ['slots'] })
  void invalidateMyBookings(client)
  return undefined
}
