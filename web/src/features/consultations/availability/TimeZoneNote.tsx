import { useTranslation } from '../../../i18n/use-translation.ts'
import { describeTimeZone, isOutsideEastAfricaTime } from '../time/date-time-input.ts'

/** States the time zone of the form, and that farmers may see other times. */
export function TimeZoneNote({ date = new Date() }: { date?: Date | undefined }) {
  const { t } = useTranslation()
  return (
    <p className="max-w-prose text-muted">
      {t('slots.zone', { zone: describeTimeZone(date) })} {isOutsideEastAfricaTime(date) && t('slots.zone_far')}
    </p>
  )
}
