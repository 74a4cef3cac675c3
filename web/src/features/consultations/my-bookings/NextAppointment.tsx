import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { RowLink } from '../../../ui/layout/RowLink.tsx'
import { Avatar } from '../../../ui/media/Avatar.tsx'
import { nextAppointmentQuery } from '../shared/farmer-queries.ts'
import { myBookingPath } from '../shared/paths.ts'
import { formatSlotTime } from '../time/format-slot-time.ts'

/** The farmer's next appointment, one row on the home screen. Nothing when there is none or it could not be loaded. */
export function NextAppointment() {
  const { t } = useTranslation()
  const { data } = useQuery(nextAppointmentQuery())
  if (!data || data.selected_date === null) return null
  const { expert } = data
  return (
    <RowLink to={myBookingPath(data.id)} picture={<Avatar name={expert.user.username} photo={expert.photo} />}>
      <span className="line-clamp-1 font-bold">{t('field.appointment', { name: expert.user.username })}</span>
      <time dateTime={data.selected_date} className="text-sm text-muted">
        {formatSlotTime(data.selected_date)}
      </time>
    </RowLink>
  )
}
