import type { Slot } from '@kutu/contract/consultations/consultations'
import { getServerTime } from '../../../api/session/server-clock.ts'
import { t } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { Badge, type Tone } from '../../../ui/feedback/Badge.tsx'
import type { DataColumn } from '../../../ui/table/columns.ts'
import { bookingsPath } from '../shared/paths.ts'
import {
  formatClockTime,
  formatSlotRange,
  formatSlotTime,
  formatZoneName,
  keepZoneWithTime,
  toIsoDate,
} from '../time/format-slot-time.ts'

/** Returns the table columns in the active language. */
export function createSlotColumns(onDeactivate: (slot: Slot) => void): readonly DataColumn<Slot>[] {
  return [
    {
      id: 'start_time',
      header: t('slots.column.start'),
      cell: slot => <Time dateTime={slot.start_time} label={formatSlotTime(slot.start_time)} />,
    },
    {
      id: 'end_time',
      header: t('slots.column.end'),
      cell: slot => <Time dateTime={slot.end_time} label={formatEnd(slot)} />,
    },
    {
      id: 'availability',
      header: t('slots.column.availability'),
      cell: slot =>
        slot.is_active ? (
          <StatusBadge tone="leaf">{t('slots.active')}</StatusBadge>
        ) : (
          <StatusBadge>{t('book.state.inactive')}</StatusBadge>
        ),
    },
    {
      id: 'booking',
      header: t('slots.column.booking'),
      cell: slot =>
        slot.is_booked ? (
          <StatusBadge tone="blue">{t('slots.booked')}</StatusBadge>
        ) : (
          <StatusBadge>{t('slots.not_booked')}</StatusBadge>
        ),
    },
    {
      id: 'action',
      header: t('slots.column.action'),
      isHeaderHidden: true,
      cell: slot => <SlotAction slot={slot} onDeactivate={onDeactivate} />,
    },
  ]
}

/** Leaves out the day when it equals the day of the start in the cell beside it. */
function formatEnd({ start_time, end_time }: Slot): string {
  return toIsoDate(start_time) === toIsoDate(end_time)
    ? `${formatClockTime(end_time)} ${formatZoneName(end_time)}`
    : formatSlotTime(end_time)
}

function Time({ dateTime, label }: { dateTime: string; label: string }) {
  return (
    <time dateTime={dateTime} className="wide:whitespace-nowrap">
      {keepZoneWithTime(label)}
    </time>
  )
}

const StatusBadge = ({ tone, children }: { tone?: Tone; children: string }) => (
  <span className="whitespace-nowrap">
    <Badge {...(tone && { tone })}>{children}</Badge>
  </span>
)

/** Farmers can book an active slot until it begins; after that there is nothing to deactivate. */
export const canDeactivate = ({ is_active, start_time }: Slot): boolean =>
  is_active && new Date(start_time) > getServerTime()

/** A coming active slot can be deactivated; a booked one also links to its booking. */
function SlotAction({ slot, onDeactivate }: { slot: Slot; onDeactivate: (slot: Slot) => void }) {
  const when = formatSlotRange(slot.start_time, slot.end_time)
  const bookingLink = (
    <LinkButton
      to={new Date(slot.end_time) <= getServerTime() ? `${bookingsPath}?status=past` : bookingsPath}
      variant="quiet"
      aria-label={t('slots.see_booking_of', { when })}
      className="whitespace-nowrap max-sm:w-full"
    >
      {t('slots.see_booking')}
    </LinkButton>
  )
  if (!canDeactivate(slot) && slot.is_booked) return bookingLink
  // Same height as a button, so that all table rows are equally tall.
  if (!canDeactivate(slot)) return <div className="hidden h-12 wide:block" />
  return (
    <div className="flex flex-wrap gap-x-2 wide:flex-col wide:items-start">
      <Button
        variant="secondary"
        aria-label={t('slots.deactivate_of', { when })}
        onClick={() => onDeactivate(slot)}
        className="max-sm:w-full"
      >
        {t('slots.deactivate')}
      </Button>
      {slot.is_booked && bookingLink}
    </div>
  )
}
