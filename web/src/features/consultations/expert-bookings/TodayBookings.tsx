import { useInfiniteQuery } from '@tanstack/react-query'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { bookingsQuery } from '../shared/expert-queries.ts'
import { BookingList } from './BookingList.tsx'

const maxShown = 4

/**
 * The bookings that have waited longest for the expert's answer. The server lists the newest first, and few experts have
 * more open bookings than one page holds.
 */
export function TodayBookings() {
  return (
    <Loaded query={useInfiniteQuery(bookingsQuery('pending'))} skeleton={<SkeletonList className="h-72 w-full" />}>
      {({ pages }) => (
        <BookingList
          bookings={pages
            .flatMap(({ results }) => results)
            .toReversed()
            .slice(0, maxShown)}
          canAnswer
        />
      )}
    </Loaded>
  )
}
