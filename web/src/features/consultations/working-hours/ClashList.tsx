import type { WorkingHours } from '@kutu/contract/consultations/working-hours'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { formatSlotRange } from '../time/format-slot-time.ts'
import { TimeRange } from '../time/TimeRange.tsx'

const maxListed = 5

/** Times that are left out, each with the slot in its way. */
export function ClashList({ clashes, clash_count }: Pick<WorkingHours, 'clashes' | 'clash_count'>) {
  const { t } = useTranslation()
  if (clash_count === 0) return null
  const listed = clashes.slice(0, maxListed)
  return (
    <Notice kind="warning" title={t('hours.clashes', { count: clash_count })}>
      <ul className="flex flex-col gap-2">
        {listed.map(({ start_time, end_time, slot }) => (
          <li key={start_time}>
            <TimeRange>{formatSlotRange(start_time, end_time)}</TimeRange>
            <br />
            <span className="text-sm">
              {t(slot.is_booked ? 'hours.clash_booked' : 'hours.clash_slot', {
                when: formatSlotRange(slot.start_time, slot.end_time),
              })}
            </span>
          </li>
        ))}
      </ul>
      {clash_count > listed.length && <p>{t('slots.more', { count: clash_count - listed.length })}</p>}
    </Notice>
  )
}
