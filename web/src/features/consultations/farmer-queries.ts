import type { CropType } from '@kutu/contract/common'
import type { Booking, Slot } from '@kutu/contract/consultations'
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call, callPage } from '../../api/call.ts'
import type { Query } from '../../api/contract.ts'
import type { NextPage } from '../../api/next-page.ts'
import { readerZone } from './slot-time.ts'

const slotsPageSize = 12
const bookingsPageSize = 10
const offered = 3
const firstPage: NextPage = {}

/** What a farmer looks for; an empty text is no filter. `date` is a day of the reader's own zone. */
export type SlotFilter = {
  crop: CropType | null
  expertise: string
  language: string
  date: string
  isFreeOnly: boolean
}

const queryOf = ({ crop, expertise, language, date, isFreeOnly }: SlotFilter) => ({
  ...(crop && { crop_type: crop }),
  ...(expertise && { expertise }),
  ...(language && { language }),
  ...(date && { date, time_zone: readerZone() }),
  ...(isFreeOnly && { status: 'available' as const }),
})

const slotsKey = ['slots', 'farmer'] as const

/** Upcoming slots of approved experts, the soonest first. */
export const slotsQuery = (filter: SlotFilter) =>
  infiniteQueryOptions({
    queryKey: [...slotsKey, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /api/consultations/availability-slots/all/', {
        query: { ...queryOf(filter), page_size: slotsPageSize, ...pageParam },
        signal,
      }),
    initialPageParam: firstPage,
    getNextPageParam: last => last.next,
    placeholderData: keepPreviousData,
  })

/** What there is to choose from in the filters. */
export const slotFiltersQuery = () =>
  queryOptions({
    queryKey: [...slotsKey, 'filters'],
    queryFn: ({ signal }) => call('GET /api/consultations/availability-slots/filters/', { signal }),
  })

/** In place of a slot that is gone: the same expert's next free ones, then those of others who fit the filters. */
export const nextFreeQuery = (gone: Slot, filter: SlotFilter) =>
  queryOptions({
    queryKey: [...slotsKey, 'next free', gone.id, filter],
    queryFn: async ({ signal }) => {
      const free = { status: 'available', page_size: offered } as const
      const find = (query: Query<'GET /api/consultations/availability-slots/all/'>) =>
        call('GET /api/consultations/availability-slots/all/', { query: { ...query, ...free }, signal })
      const [same, others] = await Promise.all([
        find({ expert: gone.expert.id }),
        find(queryOf({ ...filter, date: '', isFreeOnly: true })),
      ])
      const known = new Set(same.map(({ id }) => id))
      return [...same, ...others.filter(({ id }) => !known.has(id))]
        .filter(({ id }) => id !== gone.id)
        .slice(0, offered)
    },
    staleTime: 0,
  })

export type BookingFilter = 'all' | Booking['status']

export const myBookingsQuery = (filter: BookingFilter) =>
  infiniteQueryOptions({
    queryKey: ['bookings', 'mine', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /api/consultations/consultations/', {
        query: { ...(filter !== 'all' && { status: filter }), page_size: bookingsPageSize, ...pageParam },
        signal,
      }),
    initialPageParam: firstPage,
    getNextPageParam: last => last.next,
    placeholderData: keepPreviousData,
  })

export const bookingQuery = (id: string) =>
  queryOptions({
    queryKey: ['bookings', 'mine', 'one', id],
    queryFn: ({ signal }) => call('GET /api/consultations/consultations/{id}/', { params: { id }, signal }),
  })

/** The slots this farmer holds, so that a booked card can say whose booking it is. */
export const heldSlotsQuery = () =>
  queryOptions({
    queryKey: ['bookings', 'mine', 'held slots'],
    queryFn: async ({ signal }) => {
      const held = (status: 'pending' | 'approved') =>
        call('GET /api/consultations/consultations/', { query: { status }, signal })
      const [pending, approved] = await Promise.all([held('pending'), held('approved')])
      return [...pending, ...approved].map(({ slot }) => slot.id)
    },
  })

const renewBookings = (client: QueryClient) => client.invalidateQueries({ queryKey: ['bookings', 'mine'] })

/** Shows a slot's new state where it already stands, without moving the cards around it. */
function showState(client: QueryClient, id: string, state: Slot['state']): void {
  const change = (slot: Slot): Slot =>
    slot.id === id ? { ...slot, state, is_booked: state === 'booked', is_active: state !== 'inactive' } : slot
  client.setQueriesData<InfiniteData<{ results: Slot[]; next: NextPage | null }>>(
    { queryKey: [...slotsKey, 'list'] },
    kept => kept && { ...kept, pages: kept.pages.map(page => ({ ...page, results: page.results.map(change) })) },
  )
}

export function useBookSlot() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, idempotencyKey }: { id: string; idempotencyKey: string }) =>
      call('POST /api/consultations/consultations/', { body: { slot_id: id }, idempotencyKey }),
    onSuccess: (_, { id }) => {
      showState(client, id, 'booked')
      return renewBookings(client)
    },
  })
}

/** After a refusal: how the slot stands now, and whether it is this very farmer who holds it. */
export function useLookAgain(): (slot: Slot) => Promise<{ isOwn: boolean }> {
  const client = useQueryClient()
  return async ({ id }) => {
    const [now, held] = await Promise.all([
      call('GET /api/consultations/availability-slots/{id}/', { params: { id } }).catch(() => undefined),
      client.fetchQuery({ ...heldSlotsQuery(), staleTime: 0 }).catch((): string[] => []),
    ])
    showState(client, id, now?.state ?? 'inactive')
    return { isOwn: held.includes(id) }
  }
}

/** Also after a refusal, which mostly means that the expert was faster. */
export function useCancelBooking() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      call('PUT /api/consultations/consultations/{id}/cancel/', { params: { id }, body: { reason } }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: slotsKey })
      return renewBookings(client)
    },
  })
}

/** The appointment for the phone's calendar. It needs the bearer token, so a plain link would not get it. */
export const calendarFile = (id: string): Promise<string> =>
  call('GET /api/consultations/consultations/{id}/calendar.ics', { params: { id } })
