import type { Booking } from '@kutu/contract/consultations/consultations'
import { useId } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatSlotTime, keepZoneWithTime } from '../time/format-slot-time.ts'

/** The booked slot and the appointment time within it. */
export function BookingTimes({ booking: { slot, selected_date: start } }: { booking: Booking }) {
  const { t } = useTranslation()
  const titleId = useId()
  const format = (instant: string) => keepZoneWithTime(formatSlotTime(instant))
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-1 rounded-lg bg-sunken p-4">
      <h3 id={titleId} className="text-base">
        {t('bookings.period')}
      </h3>
      <p>{t('bookings.start', { when: format(slot.start_time) })}</p>
      <p>{t('bookings.end', { when: format(slot.end_time) })}</p>
      <p className="font-bold">
        {start === null ? t('bookings.not_set') : t('bookings.selected', { when: format(start) })}
      </p>
    </section>
  )
}
