import { callApi } from '../../../api/api-client.ts'

export const maxReasonLength = 500

export const cancelBooking = ({ id, reason }: { id: string; reason: string }) =>
  callApi('PUT /api/consultations/consultations/{id}/cancel/', { params: { id }, body: { reason } })
