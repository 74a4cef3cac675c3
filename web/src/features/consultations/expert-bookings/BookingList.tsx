import type { BookingAction } from '@kutu/contract/consultations/booking-actions'
import type { Booking } from '@kutu/contract/consultations/consultations'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { useReturnFocus } from '../../../ui/overlay/use-return-focus.ts'
import { BookingCard } from './BookingCard.tsx'
import { EndBookingDialog } from './EndBookingDialog.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { useApproveBooking } from './use-schedule-form.ts'

/** The loaded bookings, a button to load more, and the dialogs for their actions. */
export function BookingList({
  list,
  select,
  canAnswer,
}: {
  list: UseInfiniteQueryResult<InfiniteData<{ results: Booking[] }>>
  /** Chooses the bookings to show; then no more can be loaded. */
  select?: (bookings: readonly Booking[]) => readonly Booking[]
  canAnswer: boolean
}) {
  const { t } = useTranslation()
  const [selected, setSelected] = useState<{ booking: Booking; action: BookingAction }>()
  const { place, focusAfter } = useReturnFocus(selected !== undefined)
  const loaded = list.data?.pages.flatMap(({ results }) => results) ?? []
  const bookings = select ? select(loaded) : loaded
  const { approve, isBusy } = useApproveBooking()
  function selectedFor<Action extends BookingAction>(...actions: readonly Action[]) {
    const action = actions.find((each): boolean => each === selected?.action)
    return selected && action ? { booking: selected.booking, action } : undefined
  }
  const dialog = { onClose: () => setSelected(undefined), onSettled: focusAfter }
  return (
    <div
      ref={place}
      tabIndex={-1}
      aria-busy={list.isPlaceholderData}
      className={clsx('flex flex-col gap-4 outline-none', list.isPlaceholderData && 'pointer-events-none opacity-60')}
    >
      <ul className="grid gap-4 lg:grid-cols-2">
        {bookings.map(booking => (
          <li key={booking.id} className="min-w-0">
            <BookingCard
              {...{ booking, canAnswer }}
              isBusy={isBusy(booking)}
              onApprove={() => void approve(booking).then(() => place.current?.focus({ preventScroll: true }))}
              onAction={action => setSelected({ booking, action })}
            />
          </li>
        ))}
      </ul>
      {list.isFetchNextPageError && <LoadError error={list.error} onRetry={() => void list.fetchNextPage()} />}
      {list.hasNextPage && !select && !list.isFetchNextPageError && (
        <Button
          variant="secondary"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
          className="self-center"
        >
          {t('bookings.more')}
        </Button>
      )}
      <ScheduleDialog selected={selectedFor('approve', 'reschedule')} {...dialog} />
      <EndBookingDialog selected={selectedFor('reject', 'cancel')} {...dialog} />
    </div>
  )
}
