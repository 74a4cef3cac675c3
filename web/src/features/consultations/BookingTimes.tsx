import type { Booking } from '@kutu/contract/consultations'
import { useId } from 'react'
import { useText } from '../../text/use-text.ts'
import { moment, unbroken } from './slot-time.ts'

/** The slot that was booked, and the time that was chosen in it. */
export function BookingTimes({ booking: { slot, selected_date: start } }: { booking: Booking }) {
  const { t } = useText()
  const titleId = useId()
  const tell = (instant: string) => unbroken(moment(instant))
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-1 rounded-lg bg-sunken p-4">
      <h3 id={titleId} className="text-base">
        {t('bookings.period')}
      </h3>
      <p>{t('bookings.start', { when: tell(slot.start_time) })}</p>
      <p>{t('bookings.end', { when: tell(slot.end_time) })}</p>
      <p className="font-bold">
        {start === null ? t('bookings.not_set') : t('bookings.selected', { when: tell(start) })}
      </p>
    </section>
  )
}
