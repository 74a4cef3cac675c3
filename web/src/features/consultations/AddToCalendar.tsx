import type { Booking } from '@kutu/contract/consultations'
import { CalendarCheck } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { calendarFile } from './farmer-queries.ts'
import { dayOf } from './slot-time.ts'

/** Browsers read the file some time after the press, phones once the reader has said where it goes. */
const keptMilliseconds = 60_000

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), keptMilliseconds)
}

/** Hands the appointment to the phone's own calendar as a file. */
export function AddToCalendar({
  booking,
  describedBy,
  variant = 'primary',
}: {
  booking: Booking
  describedBy: string
  variant?: 'primary' | 'secondary'
}) {
  const { t } = useText()
  const [isBusy, setBusy] = useState(false)
  async function add() {
    setBusy(true)
    try {
      save(await calendarFile(booking.id), `kutu-${dayOf(booking.selected_date ?? booking.slot.start_time)}.ics`)
      showSuccess(t('notice.success'), t('my_bookings.calendar_done'))
    } catch (error) {
      showError(t('notice.error'), messageOf(error))
    }
    setBusy(false)
  }
  return (
    <Button
      variant={variant}
      busy={isBusy}
      aria-describedby={describedBy}
      icon={<CalendarCheck aria-hidden="true" className="size-5 shrink-0" />}
      onClick={() => void add()}
    >
      {t('my_bookings.calendar')}
    </Button>
  )
}
