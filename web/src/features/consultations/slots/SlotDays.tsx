import type { Slot } from '@kutu/contract/consultations/consultations'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatLongDay, groupByDay } from '../time/format-slot-time.ts'

/** Groups slots by the day they start in the user's time zone. */
export function SlotDays({ slots, children }: { slots: readonly Slot[]; children: (slot: Slot) => ReactNode }) {
  // Subscribes to language changes, because day names are translated.
  useTranslation()
  return groupByDay(slots).map(({ day, slots: slotsOfDay }) => {
    const start = slotsOfDay[0]?.start_time ?? day
    return (
      <section key={day} aria-labelledby={`day-${day}`} className="flex flex-col gap-3">
        <h2 id={`day-${day}`} className="text-xl">
          {formatLongDay(start)}
        </h2>
        <ul className="grid gap-4 lg:grid-cols-2">
          {slotsOfDay.map(slot => (
            <li key={slot.id} className="min-w-0">
              {children(slot)}
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
