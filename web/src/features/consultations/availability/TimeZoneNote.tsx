import { useTranslation } from '../../../i18n/use-translation.ts'
import { describeTimeZone, isOutsideEastAfricaTime } from '../time/date-time-input.ts'

/** Whose clock the times of a screen are told by, and that farmers' clocks may show others. */
export function TimeZoneNote({ date = new Date() }: { date?: Date | undefined }) {
  const { t } = useTranslation()
  return (
    <p className="max-w-prose text-muted">
      {t('slots.zone', { zone: describeTimeZone(date) })} {isOutsideEastAfricaTime(date) && t('slots.zone_far')}
    </p>
  )
}
