import type { BookingMove } from '@kutu/contract/booking-moves'
import type { Booking } from '@kutu/contract/consultations'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { join } from '../../ui/join.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { useFocusAfter } from '../../ui/use-focus-after.ts'
import { BookingCard } from './BookingCard.tsx'
import { EndBookingDialog } from './EndBookingDialog.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'

/** The bookings that have come so far, the way to more, and the dialogs of their buttons. */
export function BookingList({
  list,
  canAnswer,
}: {
  list: UseInfiniteQueryResult<InfiniteData<{ results: Booking[] }>>
  canAnswer: boolean
}) {
  const { t } = useText()
  const [asked, setAsked] = useState<{ booking: Booking; move: BookingMove }>()
  const { place, focusAfter } = useFocusAfter(asked !== undefined)
  const bookings = list.data?.pages.flatMap(({ results }) => results) ?? []
  const askedTo = (...moves: BookingMove[]) => (asked && moves.includes(asked.move) ? asked : undefined)
  const dialog = { onClose: () => setAsked(undefined), onDone: focusAfter }
  return (
    <div
      ref={place}
      tabIndex={-1}
      aria-busy={list.isPlaceholderData}
      className={join('flex flex-col gap-4 outline-none', list.isPlaceholderData && 'pointer-events-none opacity-60')}
    >
      <ul className="grid gap-4 lg:grid-cols-2">
        {bookings.map(booking => (
          <li key={booking.id} className="min-w-0">
            <BookingCard {...{ booking, canAnswer }} onMove={move => setAsked({ booking, move })} />
          </li>
        ))}
      </ul>
      {list.isFetchNextPageError && <LoadFailed error={list.error} onRetry={() => void list.fetchNextPage()} />}
      {list.hasNextPage && !list.isFetchNextPageError && (
        <Button
          variant="secondary"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
          className="self-center"
        >
          {t('bookings.more')}
        </Button>
      )}
      <ScheduleDialog asked={askedTo('approve', 'reschedule')} {...dialog} />
      <EndBookingDialog asked={askedTo('reject', 'cancel')} {...dialog} />
    </div>
  )
}
