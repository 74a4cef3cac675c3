import { callApi } from '../../../api/api-client.ts'
import { apiQuery } from '../../../api/api-query.ts'
import type { ApiRequestBody } from '../../../api/endpoints.ts'
import { useChange } from '../../../api/use-change.ts'
import { slotsKey } from '../shared/expert-queries.ts'

/** Part of the slots, so that it is refetched whenever a slot changes. */
const hoursKey = [...slotsKey, 'working hours'] as const

export const workingHoursQuery = () => apiQuery(hoursKey, 'GET /api/consultations/working-hours/')

export type WorkingHoursBody = ApiRequestBody<'PUT /api/consultations/working-hours/'>

export const useSaveWorkingHours = () =>
  useChange((body: WorkingHoursBody) => callApi('PUT /api/consultations/working-hours/', { body }), {
    queryKey: slotsKey,
  })
