import { useQuery } from '@tanstack/react-query'
import { CalendarCheck, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { nextAppointmentQuery } from '../shared/farmer-queries.ts'
import { myBookingPath } from '../shared/paths.ts'
import { formatSlotTime } from '../time/format-slot-time.ts'

/** The farmer's next appointment, one row on the home screen. Nothing when there is none or it could not be loaded. */
export function NextAppointment() {
  const { t } = useTranslation()
  const { data } = useQuery(nextAppointmentQuery())
  if (!data || data.selected_date === null) return null
  return (
    <Link
      to={myBookingPath(data.id)}
      className="flex items-center gap-3 rounded-lg border border-line bg-white p-3 hover:bg-leaf-tint sm:gap-4"
    >
      <CalendarCheck aria-hidden="true" className="size-8 shrink-0 text-leaf-ink" />
      <span className="flex min-w-0 grow flex-col">
        <span className="font-bold wrap-anywhere">{t('field.appointment', { name: data.expert.user.username })}</span>
        <time dateTime={data.selected_date} className="text-sm text-muted">
          {formatSlotTime(data.selected_date)}
        </time>
      </span>
      <ChevronRight aria-hidden="true" className="size-6 shrink-0 text-muted" />
    </Link>
  )
}
