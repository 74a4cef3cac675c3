import type { BookingAction } from '@kutu/contract/consultations/booking-actions'
import type { Booking } from '@kutu/contract/consultations/consultations'
import { clsx } from 'clsx'
import { Mail, MessageCircle, Phone } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { getServerTime } from '../../../api/session/server-clock.ts'
import { t } from '../../../i18n/i18n.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { getButtonClass } from '../../../ui/button/button-class.ts'
import { Badge, type Tone } from '../../../ui/feedback/Badge.tsx'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { useReturnFocus } from '../../../ui/overlay/use-return-focus.ts'
import { OutcomeForm } from '../outcomes/OutcomeForm.tsx'
import { AddToCalendarButton } from '../shared/AddToCalendarButton.tsx'
import { BookingTopic } from '../shared/BookingTopic.tsx'
import { explainFailure, getExpertActions, getScheduleBounds, hasBegun, isOver } from '../shared/booking-state.ts'
import { useAnswerBooking } from '../shared/expert-queries.ts'
import { toWireTime } from '../time/date-time-input.ts'
import { formatSlotTime, keepZoneWithTime } from '../time/format-slot-time.ts'
import { EndBookingDialog } from './EndBookingDialog.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'

/** Bookings under one title; without one where the page already names them. */
type BookingGroup = { id: string; title?: string; bookings: readonly Booking[] }

/** Groups of bookings and the dialogs for their actions. */
export function BookingList({
  groups,
  canAnswer,
  children,
}: {
  groups: readonly BookingGroup[]
  canAnswer: boolean
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
    <div ref={place} tabIndex={-1} className="flex flex-col gap-6 outline-none">
      {groups.map(({ id, title, bookings }) => (
        <section key={id} aria-labelledby={title && `bookings-${id}`} className="flex flex-col gap-3">
          {title && (
            <h2 id={`bookings-${id}`} className="text-xl">
              {title}
            </h2>
          )}
          <ul className="flex flex-col gap-3">
            {bookings.map(booking => (
              <li key={booking.id} className="@container">
                <BookingCard
                  {...{ booking, canAnswer }}
                  isBusy={isBusy(booking)}
                  onApprove={() => void approve(booking).then(() => place.current?.focus({ preventScroll: true }))}
                  onAction={action => setSelected({ booking, action })}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
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
        showSuccess(t('bookings.approved'))
      } catch (error) {
        showError(explainFailure(error))
      }
      sentIds.current.delete(booking.id)
      setBusyIds([...sentIds.current])
    },
  }
}

const tones: Record<Booking['status'], Tone> = { pending: 'amber', approved: 'leaf', rejected: 'rust' }

/** One booking for the expert: status, farmer, topic, times, and beside them the actions. */
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
  const { status, farmer } = booking
  const titleId = `booking-${booking.id}`
  const name = farmer.username
  const isAppointment = status === 'approved'
  const hasStarted = isAppointment && hasBegun(booking, now)
  const isCallable = isAppointment && !isOver(booking, now)
  const actions = canAnswer ? getExpertActions(booking, now) : []
  const hasActions = actions.length > 0 || isAppointment
  return (
    <article
      aria-labelledby={titleId}
      className={clsx(
        'grid gap-4 rounded-lg border border-line bg-white p-4 sm:p-6 @3xl:gap-8',
        hasActions && '@3xl:grid-cols-[minmax(0,1fr)_18rem]',
      )}
    >
      <div className="flex min-w-0 flex-col gap-3">
        <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h3 id={titleId} className="min-w-0 grow text-lg wrap-anywhere">
            {name}
          </h3>
          <Badge tone={tones[status]}>{t(`bookings.state.${status}`)}</Badge>
        </header>
        <BookingTopic booking={booking} />
        <BookingTimes booking={booking} />
        <BookingEnding booking={booking} />
        {farmer.email && (
          <a
            href={`mailto:${farmer.email}`}
            className="inline-flex min-h-12 max-w-full items-center gap-2 self-start text-sm text-leaf-ink underline underline-offset-4"
          >
            <Mail aria-hidden="true" className="size-5 shrink-0" />
            <span className="truncate">{farmer.email}</span>
          </a>
        )}
      </div>
      {hasActions && (
        <footer className="flex flex-col gap-2 @max-3xl:border-t @max-3xl:border-line @max-3xl:pt-4">
          {hasStarted && <OutcomeForm booking={booking} />}
          {status === 'pending' && <PendingActions {...{ name, isBusy, onApprove, onAction }} />}
          {isCallable && (
            <>
              <CallLinks booking={booking} />
              <AddToCalendarButton booking={booking} describedBy={titleId} variant="secondary" />
              {actions.map(action => (
                <Button
                  key={action}
                  variant="quiet"
                  aria-label={t(`bookings.${action}_of`, { name })}
                  onClick={() => onAction(action)}
                >
                  {t(`bookings.${action}`)}
                </Button>
              ))}
            </>
          )}
        </footer>
      )}
    </article>
  )
}

/** Approves at the slot's own time with one tap, opens the choice of another one, or declines. */
function PendingActions({
  name,
  isBusy,
  onApprove,
  onAction,
}: Pick<Parameters<typeof BookingCard>[0], 'isBusy' | 'onApprove' | 'onAction'> & { name: string }) {
  const { t } = useTranslation()
  return (
    <>
      <Button busy={isBusy} aria-keyshortcuts="A" aria-label={t('bookings.approve_of', { name })} onClick={onApprove}>
        {t('bookings.approve')}
      </Button>
      <Button
        variant="secondary"
        busy={isBusy}
        aria-label={t('bookings.other_time_of', { name })}
        onClick={() => onAction('approve')}
      >
        {t('bookings.other_time')}
      </Button>
      <Button
        variant="quiet"
        busy={isBusy}
        aria-keyshortcuts="F"
        aria-label={t('bookings.reject_of', { name })}
        onClick={() => onAction('reject')}
      >
        {t('bookings.decline')} · {t('bookings.reject')}
      </Button>
    </>
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
          <strong>{t('field.reason')}:</strong> {booking.reason}
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
    <section aria-labelledby={titleId} className="rounded-lg bg-sunken p-4">
      <h4 id={titleId} className="text-base">
        {t('bookings.period')}
      </h4>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        <p>{t('bookings.start', { when: format(slot.start_time) })}</p>
        <p>{t('bookings.end', { when: format(slot.end_time) })}</p>
        <p className="font-bold">
          {start === null ? t('bookings.not_set') : t('bookings.selected', { when: format(start) })}
        </p>
      </div>
    </section>
  )
}

/**
 * Calls the farmer. A chat on WhatsApp is offered only for farmers who chose it, because not every phone number has
 * WhatsApp.
 */
function CallLinks({ booking: { meeting, farmer } }: { booking: Booking }) {
  const { t } = useTranslation()
  const { phone_number: phone, username: name } = farmer
  if (phone === null) return null
  const hasChat = meeting === 'whatsapp'
  return (
    <>
      {hasChat && (
        <a
          href={`https://wa.me/${phone.replaceAll(/\D/g, '')}`}
          target="_blank"
          rel="noreferrer"
          aria-label={t('bookings.whatsapp_of', { name })}
          className={getButtonClass({ variant: 'primary' })}
        >
          <MessageCircle aria-hidden="true" className="size-5 shrink-0" />
          {t('book.meeting.whatsapp')}
        </a>
      )}
      <a href={`tel:${phone}`} className={getButtonClass({ variant: hasChat ? 'secondary' : 'primary' })}>
        <Phone aria-hidden="true" className="size-5 shrink-0" />
        {t('bookings.call', { phone })}
      </a>
    </>
  )
}
