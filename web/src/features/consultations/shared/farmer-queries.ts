import type { CropType } from '@kutu/contract/common'
import type { Booking, Slot } from '@kutu/contract/consultations/consultations'
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'
import { apiListQuery, apiQuery } from '../../../api/api-query.ts'
import type { ApiQuery, ApiRequestBody } from '../../../api/endpoints.ts'
import type { NextPage } from '../../../api/next-page.ts'
import { useChange } from '../../../api/use-change.ts'
import { cancelBooking } from './cancel-booking.ts'

const slotsPageSize = 12
const bookingsPageSize = 10
const maxAlternatives = 3

/** Slot filters of the farmer; an empty string is no filter. */
export type SlotFilter = {
  crop: CropType | null
  expertise: string
  language: string
  /** Code of a district. */
  district: string
}

const toSlotQuery = ({ crop, expertise, language, district }: SlotFilter) => ({
  ...(crop && { crop_type: crop }),
  ...(expertise && { expertise }),
  ...(language && { language }),
  ...(district && { district }),
})

const slotsKey = ['slots', 'farmer'] as const
const myBookingsKey = ['bookings', 'mine'] as const

/** Upcoming slots of approved experts, soonest first. */
export const slotsQuery = (filter: SlotFilter) => ({
  ...apiListQuery([...slotsKey, 'list', filter], 'GET /api/consultations/availability-slots/all/', {
    query: { ...toSlotQuery(filter), page_size: slotsPageSize },
  }),
  placeholderData: keepPreviousData,
})

/** Options of the slot filters. */
export const slotFiltersQuery = () =>
  apiQuery([...slotsKey, 'filters'], 'GET /api/consultations/availability-slots/filters/')

/** An expert with what they published and the next free slots. */
export const expertQuery = (id: string) =>
  apiQuery([...slotsKey, 'expert', id], 'GET /api/consultations/experts/{id}/', { params: { id } })

/** A slot, as far as its alternatives depend on it. */
export type SlotOfExpert = Pick<Slot, 'id'> & { expert: Pick<Slot['expert'], 'id'> }

/** Alternatives to a taken slot: the same expert's next free slots, then matching slots of other experts. */
export const alternativeSlotsQuery = (takenSlot: SlotOfExpert, filter: SlotFilter) =>
  queryOptions({
    queryKey: [...slotsKey, 'next free', takenSlot.id, filter],
    queryFn: async ({ signal }) => {
      const freeOnly = { status: 'available', page_size: maxAlternatives } as const
      const fetchSlots = (query: ApiQuery<'GET /api/consultations/availability-slots/all/'>) =>
        callApi('GET /api/consultations/availability-slots/all/', { query: { ...query, ...freeOnly }, signal })
      const [sameExpert, others] = await Promise.all([
        fetchSlots({ expert: takenSlot.expert.id }),
        fetchSlots(toSlotQuery(filter)),
      ])
      const seenIds = new Set(sameExpert.map(({ id }) => id))
      return [...sameExpert, ...others.filter(({ id }) => !seenIds.has(id))]
        .filter(({ id }) => id !== takenSlot.id)
        .slice(0, maxAlternatives)
    },
    staleTime: 0,
  })

/** The bookings that a farmer holds: appointments that have not ended, and bookings that wait for the expert. */
export const agendaQuery = () =>
  queryOptions({
    queryKey: [...myBookingsKey, 'agenda'],
    queryFn: async ({ signal }) => {
      const fetchBookings = (query: ApiQuery<'GET /api/consultations/consultations/'>) =>
        callApi('GET /api/consultations/consultations/', { query, signal })
      return (await Promise.all([fetchBookings({ when: 'upcoming' }), fetchBookings({ status: 'pending' })])).flat()
    },
  })

/** Appointments that have ended, and bookings that were rejected, cancelled or expired, newest first. */
export const pastBookingsQuery = () =>
  apiListQuery([...myBookingsKey, 'past'], 'GET /api/consultations/consultations/', {
    query: { when: 'past', page_size: bookingsPageSize },
  })

/** The farmer's next appointment that has not ended, or null. */
export const nextAppointmentQuery = () =>
  queryOptions({
    ...apiQuery([...myBookingsKey, 'upcoming'], 'GET /api/consultations/consultations/', {
      query: { when: 'upcoming', page_size: 1 },
    }),
    select: ([next]) => next ?? null,
  })

export const myBookingQuery = (id: string) =>
  apiQuery([...myBookingsKey, 'one', id], 'GET /api/consultations/consultations/{id}/', { params: { id } })

export const invalidateMyBookings = (client: QueryClient) => client.invalidateQueries({ queryKey: myBookingsKey })

/** Updates a slot's state in the cached lists, so that the cards keep their positions. */
function updateCachedSlotState(client: QueryClient, id: string, state: Slot['state']): void {
  const update = (slot: Slot): Slot =>
    slot.id === id ? { ...slot, state, is_booked: state === 'booked', is_active: state !== 'inactive' } : slot
  client.setQueriesData<InfiniteData<{ results: Slot[]; next: NextPage | null }>>(
    { queryKey: [...slotsKey, 'list'] },
    data => data && { ...data, pages: data.pages.map(page => ({ ...page, results: page.results.map(update) })) },
  )
}

export type BookingInput = ApiRequestBody<'POST /api/consultations/consultations/'>

export function useBookSlot() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: BookingInput; idempotencyKey: string }) =>
      callApi('POST /api/consultations/consultations/', { body, idempotencyKey }),
    onSuccess: (_, { body }) => {
      updateCachedSlotState(client, body.slot_id, 'booked')
      void client.invalidateQueries({ queryKey: [...slotsKey, 'expert'] })
      return invalidateMyBookings(client)
    },
  })
}

/** Returns a function that refetches a slot after a failed booking and reports whether this farmer holds it. */
export function useRefetchSlot(): (slot: Slot) => Promise<{ isOwn: boolean }> {
  const client = useQueryClient()
  return async ({ id }) => {
    const [current, agenda] = await Promise.all([
      callApi('GET /api/consultations/availability-slots/{id}/', { params: { id } }).catch(() => undefined),
      client.fetchQuery({ ...agendaQuery(), staleTime: 0 }).catch((): Booking[] => []),
    ])
    updateCachedSlotState(client, id, current?.state ?? 'inactive')
    void client.invalidateQueries({ queryKey: [...slotsKey, 'expert'] })
    return { isOwn: agenda.some(({ slot }) => slot.id === id) }
  }
}

/** Refetches after a rejection as well, which usually means that the expert decided first. */
export const useCancelBooking = () => useChange(cancelBooking, { queryKey: slotsKey }, { queryKey: myBookingsKey })

export const useRateAppointment = () =>
  useChange(
    ({ id, is_helpful }: { id: string; is_helpful: boolean }) =>
      callApi('PUT /api/consultations/consultations/{id}/rating/', { params: { id }, body: { is_helpful } }),
    { queryKey: myBookingsKey },
  )

/** Downloads the iCalendar file. It needs the bearer token, so a plain link would not work. */
export const fetchCalendarFile = (id: string): Promise<string> =>
  callApi('GET /api/consultations/consultations/{id}/calendar.ics', { params: { id } })
