import { useTranslation } from '../../../i18n/use-translation.ts'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { CountsViews } from '../CountsViews.tsx'
import '../print-page.css'
import { WeeklyCounts } from './WeeklyCounts.tsx'

/** The weekly counts for experts and administrators. */
export function OutbreakMap() {
  const { t } = useTranslation()
  return (
    <div className="print-page flex flex-col gap-6">
      <PageTitle title={t('menu.outbreaks')} lead={t('map.lead')} />
      <CountsViews />
      <WeeklyCounts audience="members" />
    </div>
  )
}
