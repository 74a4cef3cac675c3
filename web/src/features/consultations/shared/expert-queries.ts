import type { AppointmentOutcome, BookingDecision } from '@kutu/contract/consultations/consultations'
import { callApi } from '../../../api/api-client.ts'
import { apiListQuery, apiPageQuery } from '../../../api/api-query.ts'
import type { ApiRequestBody } from '../../../api/endpoints.ts'
import { useChange } from '../../../api/use-change.ts'
import type { CalendarPart } from './CalendarTabs.tsx'
import { cancelBooking } from './cancel-booking.ts'

const bookingsPageSize = 20

export const slotsKey = ['slots', 'own'] as const
const bookingsKey = ['bookings', 'own slots'] as const

export const ownSlotsQuery = (when: CalendarPart, page: number, pageSize: number) =>
  apiPageQuery([...slotsKey, { when, page, pageSize }], 'GET /api/consultations/availability-slots/', {
    query: { when, page, page_size: pageSize },
  })

/** Bookings without an answer and past ones, newest first, or the appointments that have not ended, soonest first. */
export const bookingsQuery = (list: 'pending' | CalendarPart) =>
  apiListQuery([...bookingsKey, list], 'GET /api/consultations/consultations/manage/', {
    query: { ...(list === 'pending' ? { status: list } : { when: list }), page_size: bookingsPageSize },
  })

/** Slots and bookings show each other's state, so both are refetched. */
const outdated = [slotsKey, bookingsKey, ['dashboard']].map(queryKey => ({ queryKey }))

export const useCreateSlot = () =>
  useChange(
    (options: { body: ApiRequestBody<'POST /api/consultations/availability-slots/'>; idempotencyKey: string }) =>
      callApi('POST /api/consultations/availability-slots/', options),
    ...outdated,
  )

export const useDeactivateSlot = () =>
  useChange(
    ({ id, cancel_booking }: { id: string; cancel_booking: boolean }) =>
      callApi('PUT /api/consultations/availability-slots/end/{id}/', { params: { id }, body: { cancel_booking } }),
    ...outdated,
  )

export const useAnswerBooking = () =>
  useChange((body: BookingDecision) => callApi('PUT /api/consultations/consultations/manage/', { body }), ...outdated)

export const useCancelAppointment = () => useChange(cancelBooking, ...outdated)

/** Records how an appointment went; null removes the note. */
export const useRecordOutcome = () =>
  useChange(
    ({ id, outcome, note }: { id: string; outcome: AppointmentOutcome; note: string | null }) =>
      callApi('PUT /api/consultations/consultations/{id}/outcome/', {
        params: { id },
        body: { outcome, ...(note && { note }) },
      }),
    { queryKey: bookingsKey },
  )
