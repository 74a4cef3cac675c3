import type { BookingAction } from '@kutu/contract/consultations/booking-actions'
import type { Booking } from '@kutu/contract/consultations/consultations'
import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { useReturnFocus } from '../../../ui/overlay/use-return-focus.ts'
import { BookingCard } from './BookingCard.tsx'
import { EndBookingDialog } from './EndBookingDialog.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { useApproveBooking } from './use-schedule-form.ts'

/** Bookings and the dialogs for their actions. */
export function BookingList({
  bookings,
  canAnswer,
  isStale = false,
  children,
}: {
  bookings: readonly Booking[]
  canAnswer: boolean
  /** True while the bookings of another filter are shown. */
  isStale?: boolean
  /** Rendered below the bookings. */
  children?: ReactNode
}) {
  const [selected, setSelected] = useState<{ booking: Booking; action: BookingAction }>()
  const { place, focusAfter } = useReturnFocus(selected !== undefined)
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
      aria-busy={isStale}
      className={clsx('flex flex-col gap-4 outline-none', isStale && 'pointer-events-none opacity-60')}
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
      {children}
      <ScheduleDialog selected={selectedFor('approve', 'reschedule')} {...dialog} />
      <EndBookingDialog selected={selectedFor('reject', 'cancel')} {...dialog} />
    </div>
  )
}
