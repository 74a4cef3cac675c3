import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { createSlotPath } from '../shared/paths.ts'
import { ClashList } from './ClashList.tsx'
import { workingHoursQuery } from './queries.ts'
import { WeekView } from './WeekView.tsx'
import { WorkingHoursForm } from './WorkingHoursForm.tsx'

/** The expert's working hours, from which slots are generated, and the week that they make. */
export function WorkingHours() {
  const { t } = useTranslation()
  const hours = useQuery(workingHoursQuery())
  return (
    <>
      <PageTitle
        title={t('hours.title')}
        lead={t('hours.lead')}
        action={
          <LinkButton
            to={createSlotPath}
            variant="secondary"
            icon={<CalendarPlus aria-hidden="true" className="size-5 shrink-0" />}
          >
            {t('menu.create_slot')}
          </LinkButton>
        }
      />
      {hours.isPending && <SkeletonList count={1} className="h-80 w-full" />}
      {hours.isError && !hours.data && (
        <LoadError error={hours.error} busy={hours.isFetching} onRetry={() => void hours.refetch()} />
      )}
      {hours.data && (
        <>
          <WorkingHoursForm hours={hours.data} />
          <ClashList {...hours.data} />
          <WeekView />
        </>
      )}
    </>
  )
}
