import type { Slot } from '@kutu/contract/consultations'
import { say } from '../../text/say.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import type { DataColumn } from '../../ui/table/table-columns.ts'
import { bookingsPath } from './expert-paths.ts'
import { clockTime, dayOf, moment, span, unbroken, zoneName } from './slot-time.ts'

/** The columns of an expert's slots, in the language of now. */
export function slotColumns(onDeactivate: (slot: Slot) => void): readonly DataColumn<Slot>[] {
  return [
    {
      id: 'start_time',
      header: say('slots.column.start'),
      cell: slot => <Time of={slot.start_time} told={moment(slot.start_time)} />,
    },
    { id: 'end_time', header: say('slots.column.end'), cell: slot => <Time of={slot.end_time} told={endOf(slot)} /> },
    {
      id: 'availability',
      header: say('slots.column.availability'),
      cell: slot =>
        slot.is_active ? <State tone="leaf">{say('slots.active')}</State> : <State>{say('slots.inactive')}</State>,
    },
    {
      id: 'booking',
      header: say('slots.column.booking'),
      cell: slot =>
        slot.is_booked ? <State tone="blue">{say('slots.booked')}</State> : <State>{say('slots.not_booked')}</State>,
    },
    {
      id: 'action',
      header: say('slots.column.action'),
      isBare: true,
      cell: slot => <SlotAction slot={slot} onDeactivate={onDeactivate} />,
    },
  ]
}

/** Without the day where it is that of the start, which stands beside it. */
function endOf({ start_time, end_time }: Slot): string {
  return dayOf(start_time) === dayOf(end_time) ? `${clockTime(end_time)} ${zoneName(end_time)}` : moment(end_time)
}

function Time({ of, told }: { of: string; told: string }) {
  return (
    <time dateTime={of} className="@3xl:whitespace-nowrap">
      {unbroken(told)}
    </time>
  )
}

const State = ({ tone, children }: { tone?: Tone; children: string }) => (
  <span className="whitespace-nowrap">
    <Badge {...(tone && { tone })}>{children}</Badge>
  </span>
)

/** A booked slot cannot be deactivated: its booking comes first. */
function SlotAction({ slot, onDeactivate }: { slot: Slot; onDeactivate: (slot: Slot) => void }) {
  const when = span(slot.start_time, slot.end_time)
  if (slot.is_booked) {
    return (
      <LinkButton
        to={bookingsPath}
        variant="quiet"
        aria-label={say('slots.see_booking_of', { when })}
        className="whitespace-nowrap max-sm:w-full"
      >
        {say('slots.see_booking')}
      </LinkButton>
    )
  }
  // As tall as the button would be, so that the rows of the table keep one height.
  if (!slot.is_active) return <div className="hidden h-12 @3xl:block" />
  return (
    <Button
      variant="secondary"
      aria-label={say('slots.deactivate_of', { when })}
      onClick={() => onDeactivate(slot)}
      className="max-sm:w-full"
    >
      {say('slots.deactivate')}
    </Button>
  )
}
