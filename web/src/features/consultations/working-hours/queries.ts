import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'
import type { ApiRequestBody } from '../../../api/endpoints.ts'
import { slotsKey } from '../shared/expert-queries.ts'

/** Part of the slots, so that it is refetched whenever a slot changes. */
const hoursKey = [...slotsKey, 'working hours'] as const

export const workingHoursQuery = () =>
  queryOptions({
    queryKey: hoursKey,
    queryFn: ({ signal }) => callApi('GET /api/consultations/working-hours/', { signal }),
  })

export const weekQuery = (date: string, timeZone: string) =>
  queryOptions({
    queryKey: [...slotsKey, 'week', { date, timeZone }],
    queryFn: ({ signal }) =>
      callApi('GET /api/consultations/availability-slots/week/', { query: { date, time_zone: timeZone }, signal }),
    placeholderData: keepPreviousData,
  })

export type WorkingHoursBody = ApiRequestBody<'PUT /api/consultations/working-hours/'>

export function useSaveWorkingHours() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: WorkingHoursBody) => callApi('PUT /api/consultations/working-hours/', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: slotsKey }),
  })
}
