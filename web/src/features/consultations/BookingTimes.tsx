import type { Booking } from '@kutu/contract/consultations'
import { useId } from 'react'
import { useText } from '../../text/use-text.ts'
import { moment, span } from './slot-time.ts'

/** The slot that was booked, and the time that was chosen in it. */
export function BookingTimes({ booking: { slot, selected_date: start, selected_end: end } }: { booking: Booking }) {
  const { t } = useText()
  const titleId = useId()
  const selected = start !== null && (end === null ? moment(start) : span(start, end))
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-1 rounded-lg bg-sunken p-4">
      <h3 id={titleId} className="text-base">
        {t('bookings.period')}
      </h3>
      <p>{t('bookings.start', { when: moment(slot.start_time) })}</p>
      <p>{t('bookings.end', { when: moment(slot.end_time) })}</p>
      <p className="font-bold">{selected ? t('bookings.selected', { when: selected }) : t('bookings.not_set')}</p>
    </section>
  )
}
