import type { WorkingHours as Hours } from '@kutu/contract/consultations/working-hours'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { CalendarTabs } from '../shared/CalendarTabs.tsx'
import { formatSlotRange } from '../time/format-slot-time.ts'
import { TimeRange } from '../time/TimeRange.tsx'
import { workingHoursQuery } from './queries.ts'
import { WorkingHoursForm } from './WorkingHoursForm.tsx'

/** The expert's working hours, from which slots are generated. */
export function WorkingHours() {
  const { t } = useTranslation()
  return (
    <>
      <PageTitle title={t('hours.title')} lead={t('hours.lead')} />
      <CalendarTabs />
      <Loaded query={useQuery(workingHoursQuery())} skeleton={<SkeletonList count={1} className="h-80 w-full" />}>
        {hours => (
          <>
            <WorkingHoursForm hours={hours} />
            <ConflictList {...hours} />
          </>
        )}
      </Loaded>
    </>
  )
}

const maxListed = 5

/** Times that are left out, each with the slot in its way. */
function ConflictList({ clashes, clash_count }: Pick<Hours, 'clashes' | 'clash_count'>) {
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
