import type { Slot } from '@kutu/contract/consultations'
import type { ReactNode } from 'react'
import { useText } from '../../text/use-text.ts'
import { byDay, longDay, zoneName } from './slot-time.ts'

/** The slots under the day on which they begin for the reader, whose zone each day names. */
export function SlotDays({ slots, children }: { slots: readonly Slot[]; children: (slot: Slot) => ReactNode }) {
  // The language decides how a day is called.
  useText()
  return byDay(slots).map(({ day, slots: ofDay }) => {
    const start = ofDay[0]?.start_time ?? day
    return (
      <section key={day} aria-labelledby={`day-${day}`} className="flex flex-col gap-3">
        <h2 id={`day-${day}`} className="flex flex-wrap items-baseline gap-x-2 text-xl">
          {longDay(start)} <span className="text-base font-normal text-muted">{zoneName(start)}</span>
        </h2>
        <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {ofDay.map(slot => (
            <li key={slot.id} className="min-w-0">
              {children(slot)}
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
