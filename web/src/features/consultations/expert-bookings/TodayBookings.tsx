import type { Booking } from '@kutu/contract/consultations/consultations'
import { useInfiniteQuery } from '@tanstack/react-query'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { bookingsQuery } from '../shared/expert-queries.ts'
import { BookingList } from './BookingList.tsx'

const maxShown = 4

/** The bookings that have waited longest for the expert's answer. */
export function TodayBookings() {
  const list = useInfiniteQuery(bookingsQuery('pending'))
  if (list.isPending) return <SkeletonList className="h-72 w-full" />
  if (list.data === undefined)
    return <LoadError error={list.error} busy={list.isFetching} onRetry={() => void list.refetch()} />
  return <BookingList list={list} select={selectOldest} canAnswer />
}

/** The server lists the newest first. Few experts have more open bookings than one page holds. */
const selectOldest = (bookings: readonly Booking[]): readonly Booking[] => bookings.toReversed().slice(0, maxShown)
