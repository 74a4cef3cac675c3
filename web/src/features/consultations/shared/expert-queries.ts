import type { AppointmentOutcome, BookingDecision } from '@kutu/contract/consultations/consultations'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { callApi, callApiPage } from '../../../api/api-client.ts'
import type { ApiRequestBody } from '../../../api/endpoints.ts'
import type { NextPage } from '../../../api/next-page.ts'
import type { CalendarPart } from './CalendarTabs.tsx'

const bookingsPageSize = 20
const firstPage: NextPage = {}

export const slotsKey = ['slots', 'own'] as const
const bookingsKey = ['bookings', 'own slots'] as const

/** Keeps the previous page visible until the next one has loaded. */
export const ownSlotsQuery = (when: CalendarPart, page: number, pageSize: number) =>
  queryOptions({
    queryKey: [...slotsKey, { when, page, pageSize }],
    queryFn: ({ signal }) =>
      callApi('GET /api/consultations/availability-slots/', {
        query: { when, page, page_size: pageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** Bookings without an answer and past ones, newest first, or the appointments that have not ended, soonest first. */
export const bookingsQuery = (list: 'pending' | CalendarPart) =>
  infiniteQueryOptions({
    queryKey: [...bookingsKey, list],
    queryFn: ({ pageParam, signal }) =>
      callApiPage('GET /api/consultations/consultations/manage/', {
        query: {
          ...(list === 'pending' ? { status: list } : { when: list }),
          page_size: bookingsPageSize,
          ...pageParam,
        },
        signal,
      }),
    initialPageParam: firstPage,
    getNextPageParam: last => last.next,
  })

/** Slots and bookings show each other's state, so both are refetched. */
const invalidateSlotsAndBookings = (client: QueryClient) =>
  Promise.all([slotsKey, bookingsKey, ['dashboard']].map(queryKey => client.invalidateQueries({ queryKey })))

type CreateSlotsInput = ApiRequestBody<'POST /api/consultations/availability-slots/'> & {
  weeks: number
  time_zone: string
  appointment_minutes?: number
}

/** Creates one slot, or a weekly series (all or none). Resolves to the number of slots created. */
export function useCreateSlots() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ slots, idempotencyKey }: { slots: CreateSlotsInput; idempotencyKey: string }) => {
      const { weeks, time_zone, appointment_minutes, ...body } = slots
      if (weeks !== 1 || appointment_minutes !== undefined) {
        const weekly = { ...body, weeks, time_zone, ...(appointment_minutes && { appointment_minutes }) }
        const created = await callApi('POST /api/consultations/availability-slots/weekly/', {
          body: weekly,
          idempotencyKey,
        })
        return created.results.length
      }
      await callApi('POST /api/consultations/availability-slots/', { body, idempotencyKey })
      return 1
    },
    onSuccess: () => invalidateSlotsAndBookings(client),
  })
}

/** Refetches after a rejection as well, which usually means that a farmer booked first. */
export function useDeactivateSlot() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, cancel_booking }: { id: string; cancel_booking: boolean }) =>
      callApi('PUT /api/consultations/availability-slots/end/{id}/', { params: { id }, body: { cancel_booking } }),
    onSettled: () => invalidateSlotsAndBookings(client),
  })
}

export function useAnswerBooking() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BookingDecision) => callApi('PUT /api/consultations/consultations/manage/', { body }),
    onSettled: () => invalidateSlotsAndBookings(client),
  })
}

export function useCancelAppointment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      callApi('PUT /api/consultations/consultations/{id}/cancel/', { params: { id }, body: { reason } }),
    onSettled: () => invalidateSlotsAndBookings(client),
  })
}

/** Records how an appointment went; null removes the note. */
export function useRecordOutcome() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, outcome, note }: { id: string; outcome: AppointmentOutcome; note: string | null }) =>
      callApi('PUT /api/consultations/consultations/{id}/outcome/', {
        params: { id },
        body: { outcome, ...(note && { note }) },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: bookingsKey }),
  })
}
