import type { BookingMove } from '@kutu/contract/booking-moves'
import type { Booking } from '@kutu/contract/consultations'
import { Mail, Phone } from 'lucide-react'
import { currentTime } from '../../api/clock.ts'
import { useText } from '../../text/use-text.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { AddToCalendar } from './AddToCalendar.tsx'
import { BookingTimes } from './BookingTimes.tsx'
import { type BookingState, hasBegun, movesOf, stateOf } from './booking-times.ts'
import { moment } from './slot-time.ts'

const tones: Record<BookingState, Tone> = {
  pending: 'amber',
  approved: 'leaf',
  rejected: 'rust',
  cancelled: 'rust',
  expired: 'plain',
  closed: 'plain',
}
/** The step forward stands last, under the thumb. */
const order: readonly BookingMove[] = ['reject', 'cancel', 'reschedule', 'approve']

/** One booking: its state, who asks, for when, and what can be done about it. */
export function BookingCard({
  booking,
  canAnswer,
  onMove,
}: {
  booking: Booking
  canAnswer: boolean
  onMove: (move: BookingMove) => void
}) {
  const { t } = useText()
  const now = currentTime()
  const state = stateOf(booking)
  const titleId = `booking-${booking.id}`
  const name = booking.farmer.username
  const moves = canAnswer ? order.filter(move => movesOf(booking, now).includes(move)) : []
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
      <Reach farmer={booking.farmer} />
      <BookingTimes booking={booking} />
      <Ending booking={booking} />
      {state === 'approved' && hasBegun(booking, now) && <p className="text-muted">{t('bookings.over')}</p>}
      <p className="mt-auto text-sm text-muted">{t('bookings.booked_at', { when: moment(booking.created_at) })}</p>
      {(moves.length > 0 || state === 'approved') && (
        <footer className="grid gap-2 border-t border-line pt-4 sm:grid-cols-2 sm:*:last:odd:col-span-2">
          {moves.map(move => (
            <Button
              key={move}
              variant={move === 'approve' ? 'primary' : 'secondary'}
              aria-label={t(`bookings.${move}_of`, { name })}
              onClick={() => onMove(move)}
            >
              {t(`bookings.${move}`)}
            </Button>
          ))}
          {state === 'approved' && <AddToCalendar booking={booking} describedBy={titleId} variant="secondary" />}
        </footer>
      )}
    </article>
  )
}

/** The farmer's address, and their number once there is an appointment; a former member has neither. */
function Reach({ farmer: { email, phone_number: phone } }: { farmer: Booking['farmer'] }) {
  const { t } = useText()
  if (!email) return null
  const look = 'inline-flex min-h-12 items-center gap-2 wrap-anywhere text-leaf-ink underline underline-offset-4'
  return (
    <ul className="-my-1 flex flex-wrap gap-x-6">
      <li className="min-w-0">
        <a href={`mailto:${email}`} className={look}>
          <Mail aria-hidden="true" className="size-5 shrink-0" />
          {email}
        </a>
      </li>
      {phone !== null && (
        <li>
          <a href={`tel:${phone}`} className={look}>
            <Phone aria-hidden="true" className="size-5 shrink-0" />
            {t('bookings.call', { phone })}
          </a>
        </li>
      )}
    </ul>
  )
}

/** How a booking came to its end, and what was said about it. */
function Ending({ booking }: { booking: Booking }) {
  const { t } = useText()
  if (booking.ended === null) return null
  const isTheirs = booking.ended_by === 'farmer'
  const how = {
    rejected: 'rejected',
    cancelled: isTheirs ? 'by_farmer' : 'by_expert',
    expired: 'expired',
    closed: isTheirs ? 'closed' : 'closed_own',
  } as const
  return (
    <div className="flex flex-col gap-1">
      <p>{t(`bookings.ended.${how[booking.ended]}`, { name: booking.farmer.username })}</p>
      {booking.reason !== null && (
        <p dir="auto" className="text-start wrap-anywhere">
          <strong>{t('bookings.reason')}:</strong> {booking.reason}
        </p>
      )}
    </div>
  )
}
