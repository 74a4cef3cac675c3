import { useText } from '../../text/use-text.ts'
import { isFarFromEast, namedZone } from './date-time-input.ts'

/** Whose clock the times of a screen are told by, and that farmers' clocks may show others. */
export function ZoneNote({ at = new Date() }: { at?: Date | undefined }) {
  const { t } = useText()
  return (
    <p className="max-w-prose text-muted">
      {t('slots.zone', { zone: namedZone(at) })} {isFarFromEast(at) && t('slots.zone_far')}
    </p>
  )
}
