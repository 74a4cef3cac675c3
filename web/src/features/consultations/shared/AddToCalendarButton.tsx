import type { Booking } from '@kutu/contract/consultations/consultations'
import { CalendarCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { downloadFile } from '../../../ui/download/download-file.ts'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { toIsoDate } from '../time/format-slot-time.ts'
import { fetchCalendarFile } from './farmer-queries.ts'

/** Downloads the appointment as an iCalendar file. */
export function AddToCalendarButton({
  booking,
  describedBy,
  variant = 'primary',
}: {
  booking: Booking
  describedBy: string
  variant?: 'primary' | 'secondary'
}) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  async function addToCalendar() {
    setBusy(true)
    try {
      downloadFile(
        await fetchCalendarFile(booking.id),
        `kutu-${toIsoDate(booking.selected_date ?? booking.slot.start_time)}.ics`,
        'text/calendar',
      )
      showSuccess(t('my_bookings.calendar_done'))
    } catch (error) {
      showError(error)
    }
    setBusy(false)
  }
  return (
    <Button
      variant={variant}
      busy={isBusy}
      aria-describedby={describedBy}
      icon={CalendarCheck}
      onClick={() => void addToCalendar()}
    >
      {t('my_bookings.calendar')}
    </Button>
  )
}
