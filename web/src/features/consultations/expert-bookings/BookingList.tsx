import type { BookingAction } from '@kutu/contract/consultations/booking-actions'
import type { Booking } from '@kutu/contract/consultations/consultations'
import { clsx } from 'clsx'
import { Mail, MessageCircle, Phone } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { getServerTime } from '../../../api/session/server-clock.ts'
import { t } from '../../../i18n/i18n.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Badge, type Tone } from '../../../ui/feedback/Badge.tsx'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { useReturnFocus } from '../../../ui/overlay/use-return-focus.ts'
import { OutcomeForm } from '../outcomes/OutcomeForm.tsx'
import { AddToCalendarButton } from '../shared/AddToCalendarButton.tsx'
import { BookingTopic } from '../shared/BookingTopic.tsx'
import { explainFailure, getExpertActions, getScheduleBounds, hasBegun } from '../shared/booking-state.ts'
import { useAnswerBooking } from '../shared/expert-queries.ts'
import { toWireTime } from '../time/date-time-input.ts'
import { formatSlotTime, keepZoneWithTime } from '../time/format-slot-time.ts'
import { EndBookingDialog } from './EndBookingDialog.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'

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

/** Approves a booking at the start of its slot, or now if that has begun, and shows a notice with the result. */
function useApproveBooking() {
  const answerBooking = useAnswerBooking()
  // A second tap can come before the button is rendered as busy.
  const sentIds = useRef(new Set<string>())
  const [busyIds, setBusyIds] = useState<readonly string[]>([])
  return {
    isBusy: ({ id }: Booking) => busyIds.includes(id),
    approve: async (booking: Booking) => {
      if (sentIds.current.has(booking.id)) return
      sentIds.current.add(booking.id)
      setBusyIds([...sentIds.current])
      const { initial } = getScheduleBounds(booking, getServerTime())
      const input = { booking_id: booking.id, action: 'approve', selected_date: toWireTime(initial) } as const
      try {
        await answerBooking.mutateAsync(input)
        showSuccess(t('notice.success'), t('bookings.approved'))
      } catch (error) {
        showError(t('notice.error'), explainFailure(error))
      }
      sentIds.current.delete(booking.id)
      setBusyIds([...sentIds.current])
    },
  }
}

const tones: Record<Booking['status'], Tone> = { pending: 'amber', approved: 'leaf', rejected: 'rust' }
/** The primary action comes last, within reach of the thumb. */
const actionOrder: readonly BookingAction[] = ['reject', 'cancel', 'reschedule', 'approve']

/** One booking for the expert: status, farmer, times and actions. */
export function BookingCard({
  booking,
  canAnswer,
  isBusy,
  onApprove,
  onAction,
}: {
  booking: Booking
  canAnswer: boolean
  isBusy: boolean
  /** Approves the booking at the slot's own time. */
  onApprove: () => void
  /** Opens the dialog of an action; for `approve` to choose another time. */
  onAction: (action: BookingAction) => void
}) {
  const { t } = useTranslation()
  const now = getServerTime()
  const state = booking.status
  const titleId = `booking-${booking.id}`
  const name = booking.farmer.username
  const actions = canAnswer ? actionOrder.filter(action => getExpertActions(booking, now).includes(action)) : []
  const canApprove = actions.includes('approve')
  return (
    <article
      aria-labelledby={titleId}
      className="flex h-full flex-col gap-4 rounded-lg border border-line bg-white p-4 sm:p-6"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 id={titleId} className="min-w-0 text-lg wrap-anywhere">
          {name}
        </h2>
        <Badge tone={tones[state]}>{t(`bookings.state.${state}`)}</Badge>
      </header>
      <FarmerContact booking={booking} />
      <BookingTopic booking={booking} />
      <BookingTimes booking={booking} />
      <BookingEnding booking={booking} />
      {state === 'approved' && hasBegun(booking, now) && (
        <>
          <p className="text-muted">{t('bookings.over')}</p>
          <OutcomeForm booking={booking} />
        </>
      )}
      <p className="mt-auto text-sm text-muted">
        {t('bookings.booked_at', { when: formatSlotTime(booking.created_at) })}
      </p>
      {(actions.length > 0 || state === 'approved') && (
        <footer
          className={clsx(
            'grid gap-2 border-t border-line pt-4 sm:grid-cols-2',
            canApprove ? 'sm:*:first:col-span-2' : 'sm:*:last:odd:col-span-2',
          )}
        >
          {actions
            .filter(action => action !== 'approve')
            .map(action => (
              <Button
                key={action}
                aria-keyshortcuts={action === 'reject' ? 'F' : undefined}
                variant="secondary"
                busy={isBusy}
                aria-label={t(`bookings.${action}_of`, { name })}
                onClick={() => onAction(action)}
              >
                {t(`bookings.${action}`)}
              </Button>
            ))}
          {canApprove && (
            <>
              <Button
                variant="secondary"
                busy={isBusy}
                aria-label={t('bookings.other_time_of', { name })}
                onClick={() => onAction('approve')}
              >
                {t('bookings.other_time')}
              </Button>
              <Button
                busy={isBusy}
                aria-keyshortcuts="A"
                aria-label={t('bookings.approve_of', { name })}
                onClick={onApprove}
              >
                {t('bookings.approve')}
              </Button>
            </>
          )}
          {state === 'approved' && <AddToCalendarButton booking={booking} describedBy={titleId} variant="secondary" />}
        </footer>
      )}
    </article>
  )
}

/** Explains how a booking ended, with the reason if one was given. */
function BookingEnding({ booking }: { booking: Booking }) {
  const { t } = useTranslation()
  if (booking.ended === null) return null
  const isByFarmer = booking.ended_by === 'farmer'
  const endingKeys = {
    rejected: 'rejected',
    cancelled: isByFarmer ? 'by_farmer' : 'by_expert',
    expired: 'expired',
    closed: isByFarmer ? 'closed' : 'closed_own',
  } as const
  return (
    <div className="flex flex-col gap-1">
      <p>{t(`bookings.ended.${endingKeys[booking.ended]}`, { name: booking.farmer.username })}</p>
      {booking.reason !== null && (
        <p dir="auto" className="text-start wrap-anywhere">
          <strong>{t('bookings.reason')}:</strong> {booking.reason}
        </p>
      )}
    </div>
  )
}

/** The booked slot and the appointment time within it. */
function BookingTimes({ booking: { slot, selected_date: start } }: { booking: Booking }) {
  const { t } = useTranslation()
  const titleId = useId()
  const format = (instant: string) => keepZoneWithTime(formatSlotTime(instant))
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-1 rounded-lg bg-sunken p-4">
      <h3 id={titleId} className="text-base">
        {t('bookings.period')}
      </h3>
      <p>{t('bookings.start', { when: format(slot.start_time) })}</p>
      <p>{t('bookings.end', { when: format(slot.end_time) })}</p>
      <p className="font-bold">
        {start === null ? t('bookings.not_set') : t('bookings.selected', { when: format(start) })}
      </p>
    </section>
  )
}

/**
 * The farmer's email, and the phone number once there is an appointment. Deleted accounts have neither. A chat on
 * WhatsApp is offered only for farmers who chose it, because not every phone number has WhatsApp.
 */
function FarmerContact({ booking }: { booking: Booking }) {
  const { t } = useTranslation()
  const { email, phone_number: phone } = booking.farmer
  if (!email) return null
  const linkClass = 'inline-flex min-h-12 items-center gap-2 wrap-anywhere text-leaf-ink underline underline-offset-4'
  return (
    <ul className="-my-1 flex flex-wrap gap-x-6">
      <li className="min-w-0">
        <a href={`mailto:${email}`} className={linkClass}>
          <Mail aria-hidden="true" className="size-5 shrink-0" />
          {email}
        </a>
      </li>
      {phone !== null && (
        <li>
          <a href={`tel:${phone}`} className={linkClass}>
            <Phone aria-hidden="true" className="size-5 shrink-0" />
            {t('bookings.call', { phone })}
          </a>
        </li>
      )}
      {phone !== null && booking.meeting === 'whatsapp' && (
        <li>
          <a
            href={`https://wa.me/${phone.replaceAll(/\D/g, '')}`}
            target="_blank"
            rel="noreferrer"
            className={linkClass}
          >
            <MessageCircle aria-hidden="true" className="size-5 shrink-0" />
            {t('my_bookings.whatsapp')}
          </a>
        </li>
      )}
    </ul>
  )
}
