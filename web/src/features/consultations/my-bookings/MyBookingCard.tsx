import type { Booking } from '@kutu/contract/consultations/consultations'
import { clsx } from 'clsx'
import { Mail, MessageCircle, Phone } from 'lucide-react'
import { Link } from 'wouter'
import { getServerTime } from '../../../api/session/server-clock.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { getButtonClass } from '../../../ui/button/button-class.ts'
import { Badge, type Tone } from '../../../ui/feedback/Badge.tsx'
import { Detail } from '../../../ui/layout/DetailList.tsx'
import { Avatar } from '../../../ui/media/Avatar.tsx'
import { AppointmentRating } from '../outcomes/AppointmentRating.tsx'
import { AddToCalendarButton } from '../shared/AddToCalendarButton.tsx'
import { BookingTopic } from '../shared/BookingTopic.tsx'
import { hasBegun } from '../shared/booking-state.ts'
import { expertPath, myBookingPath } from '../shared/paths.ts'
import { formatClockTime, formatSlotRange, formatSlotTime, toIsoDate } from '../time/format-slot-time.ts'
import { TimeRange } from '../time/TimeRange.tsx'
import { CancelBookingButton } from './CancelBookingButton.tsx'
import { canCancel, getMyBookingState, getSentenceKey } from './my-booking-state.ts'

const tones: Record<Booking['status'], Tone> = { pending: 'amber', approved: 'leaf', rejected: 'rust' }

/** One of the farmer's bookings: status, times and actions. */
export function MyBookingCard({ booking, isStandalone = false }: { booking: Booking; isStandalone?: boolean }) {
  const { t } = useTranslation()
  const now = getServerTime()
  const state = getMyBookingState(booking, now)
  const titleId = `booking-${booking.id}`
  const { photo, user } = booking.expert
  const { username } = user
  return (
    <article
      aria-labelledby={titleId}
      className="flex h-full flex-col gap-4 rounded-lg border border-line bg-white p-4 sm:p-5"
    >
      <div className="flex items-center gap-3">
        <Avatar name={username} photo={photo} />
        <div className="flex min-w-0 flex-col-reverse items-start gap-2">
          <h2 id={titleId} className="max-w-full text-lg wrap-anywhere">
            <Link
              to={isStandalone ? expertPath(booking.expert.id) : myBookingPath(booking.id)}
              className="-my-1.5 inline-block py-2.5 hover:underline"
            >
              {username}
            </Link>
          </h2>
          <Badge tone={tones[booking.status]}>{t(`bookings.state.${booking.status}`)}</Badge>
        </div>
      </div>
      <p>{t(getSentenceKey(booking, now))}</p>
      {booking.reason !== null && (
        <p dir="auto" className="text-start wrap-anywhere">
          <strong>{t('field.reason')}:</strong> {booking.reason}
        </p>
      )}
      <BookingTopic booking={booking} />
      <AppointmentTimes booking={booking} />
      {booking.status === 'approved' && hasBegun(booking, now) && <AppointmentRating booking={booking} />}
      {state === 'approved' && <AddToCalendarButton booking={booking} describedBy={titleId} />}
      {booking.expert.contact && <ExpertContact contact={booking.expert.contact} name={username} />}
      <div className="mt-auto flex flex-col items-start gap-2">
        <p className="text-sm text-muted">{t('bookings.booked_at', { when: formatSlotTime(booking.created_at) })}</p>
        {canCancel(booking, now) && <CancelBookingButton booking={booking} describedBy={titleId} />}
      </div>
    </article>
  )
}

/** The appointment time, once it is set, and the slot around it. */
function AppointmentTimes({ booking: { selected_date: start, selected_end: end, slot } }: { booking: Booking }) {
  const { t } = useTranslation()
  const isOneDay = start !== null && end !== null && toIsoDate(start) === toIsoDate(end)
  return (
    <dl className="flex flex-col gap-3 rounded-lg bg-sunken p-4">
      {start !== null && (
        <Detail name={t('my_bookings.scheduled')}>
          <time dateTime={start} className="text-lg font-bold">
            <TimeRange>{formatSlotTime(start)}</TimeRange>
          </time>
          {end !== null && (
            <span className="block text-muted">
              {t('my_bookings.until', { when: isOneDay ? formatClockTime(end) : formatSlotTime(end) })}
            </span>
          )}
        </Detail>
      )}
      <Detail name={t('bookings.slot')}>
        <span className={start === null ? 'font-bold' : undefined}>
          <TimeRange>{formatSlotRange(slot.start_time, slot.end_time)}</TimeRange>
        </span>
      </Detail>
    </dl>
  )
}

type Contact = NonNullable<Booking['expert']['contact']>

/** Links that open the phone's apps to reach the expert. */
function ExpertContact({ contact: { email, phone_number: phone }, name }: { contact: Contact; name: string }) {
  const { t } = useTranslation()
  const linkClass = getButtonClass({ variant: 'secondary' })
  return (
    <section aria-label={t('my_bookings.contact_of', { name })} className="flex flex-col gap-2">
      <p className="font-bold">{t('my_bookings.contact')}</p>
      <div className="grid grid-cols-2 gap-2">
        {phone !== null && (
          <>
            <a href={`tel:${phone}`} className={clsx(linkClass, 'col-span-2')}>
              <Phone aria-hidden="true" className="size-5 shrink-0" />
              {t('bookings.call', { phone })}
            </a>
            <a
              href={`https://wa.me/${phone.replaceAll(/\D/g, '')}`}
              target="_blank"
              rel="noreferrer"
              className={linkClass}
            >
              <MessageCircle aria-hidden="true" className="size-5 shrink-0" />
              {t('book.meeting.whatsapp')}
            </a>
          </>
        )}
        <a href={`mailto:${email}`} className={clsx(linkClass, phone === null && 'col-span-2')}>
          <Mail aria-hidden="true" className="size-5 shrink-0" />
          {t('my_bookings.mail')}
        </a>
      </div>
    </section>
  )
}
