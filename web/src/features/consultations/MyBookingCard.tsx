import type { Booking } from '@kutu/contract/consultations'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { currentTime } from '../../api/clock.ts'
import { useText } from '../../text/use-text.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Portrait } from '../../ui/Portrait.tsx'
import { AddToCalendar } from './AddToCalendar.tsx'
import { CancelMyBooking } from './CancelMyBooking.tsx'
import { ExpertContact } from './ExpertContact.tsx'
import { myBookingPath } from './farmer-paths.ts'
import { canCancel, type Outcome, outcomeOf } from './my-booking-state.ts'
import { clockTime, dayOf, moment, span } from './slot-time.ts'
import { Told } from './Told.tsx'

const tones: Record<Outcome, Tone> = {
  pending: 'amber',
  approved: 'leaf',
  over: 'plain',
  rejected: 'rust',
  cancelled: 'rust',
  expired: 'plain',
  closed: 'plain',
}

/** One own booking: how it stands in words, when, and what can be done about it. */
export function MyBookingCard({ booking, isAlone = false }: { booking: Booking; isAlone?: boolean }) {
  const { t } = useText()
  const now = currentTime()
  const outcome = outcomeOf(booking, now)
  const titleId = `booking-${booking.id}`
  const { photo, user } = booking.expert
  const { username } = user
  return (
    <article
      aria-labelledby={titleId}
      className="flex h-full flex-col gap-4 rounded-lg border border-line bg-white p-4 sm:p-5"
    >
      <div className="flex items-center gap-3">
        <Portrait name={username} photo={photo} />
        <div className="flex min-w-0 flex-col-reverse items-start gap-2">
          <h2 id={titleId} className="max-w-full text-lg wrap-anywhere">
            {isAlone ? (
              username
            ) : (
              <Link to={myBookingPath(booking.id)} className="-my-1.5 inline-block py-2.5 hover:underline">
                {username}
              </Link>
            )}
          </h2>
          <Badge tone={tones[outcome]}>{t(`my_bookings.state.${outcome}`)}</Badge>
        </div>
      </div>
      <p>{t(`my_bookings.${endedByYou(booking) ?? outcome}`)}</p>
      {booking.reason !== null && (
        <p dir="auto" className="text-start wrap-anywhere">
          <strong>{t('my_bookings.reason')}</strong> {booking.reason}
        </p>
      )}
      <Times booking={booking} />
      {outcome === 'approved' && <AddToCalendar booking={booking} describedBy={titleId} />}
      {booking.expert.contact && <ExpertContact contact={booking.expert.contact} name={username} />}
      <div className="mt-auto flex flex-col items-start gap-2">
        <p className="text-sm text-muted">{t('my_bookings.booked_at', { when: moment(booking.created_at) })}</p>
        {canCancel(booking, now) && <CancelMyBooking booking={booking} describedBy={titleId} />}
      </div>
    </article>
  )
}

function endedByYou({ ended, ended_by }: Booking): 'cancelled_by_you' | 'closed_own' | undefined {
  if (ended_by !== 'farmer') return undefined
  return ended === 'closed' ? 'closed_own' : 'cancelled_by_you'
}

/** When the talk is, once that is set, and the slot it lies in. */
function Times({ booking: { selected_date: start, selected_end: end, slot } }: { booking: Booking }) {
  const { t } = useText()
  const isOneDay = start !== null && end !== null && dayOf(start) === dayOf(end)
  return (
    <dl className="flex flex-col gap-3 rounded-lg bg-sunken p-4">
      {start !== null && (
        <Fact name={t('my_bookings.scheduled')}>
          <time dateTime={start} className="text-lg font-bold">
            <Told>{moment(start)}</Told>
          </time>
          {end !== null && (
            <span className="block text-muted">
              {t('my_bookings.until', { when: isOneDay ? clockTime(end) : moment(end) })}
            </span>
          )}
        </Fact>
      )}
      <Fact name={t('my_bookings.period')}>
        <span className={start === null ? 'font-bold' : undefined}>
          <Told>{span(slot.start_time, slot.end_time)}</Told>
        </span>
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
