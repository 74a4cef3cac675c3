import { callApi } from '../../../api/api-client.ts'
import { apiPageQuery, apiQuery } from '../../../api/api-query.ts'
import type { ApiRequestBody } from '../../../api/endpoints.ts'
import { useChange } from '../../../api/use-change.ts'
import { slotsKey } from '../shared/expert-queries.ts'

/** Part of the slots, so that it is refetched whenever a slot changes. */
const hoursKey = [...slotsKey, 'working hours'] as const

export const workingHoursQuery = () => apiQuery(hoursKey, 'GET /api/consultations/working-hours/')

export const weekQuery = (date: string, timeZone: string) =>
  apiPageQuery([...slotsKey, 'week', { date, timeZone }], 'GET /api/consultations/availability-slots/week/', {
    query: { date, time_zone: timeZone },
  })

export type WorkingHoursBody = ApiRequestBody<'PUT /api/consultations/working-hours/'>

export const useSaveWorkingHours = () =>
  useChange((body: WorkingHoursBody) => callApi('PUT /api/consultations/working-hours/', { body }), {
    queryKey: slotsKey,
  })
