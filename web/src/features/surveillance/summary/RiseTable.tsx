import type { WeeklySummary } from '@kutu/contract/summaries'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { getDiseaseTitle } from '../disease-title.ts'
import { useBoundsText } from '../use-bounds-text.ts'
import { PublishedTable } from './PublishedTable.tsx'

/** The districts whose shown reports rose most, with the farmers who photographed the crop in both weeks. */
export function RiseTable({ rises }: { rises: WeeklySummary['rises'] }) {
  const { t, language } = useTranslation()
  const formatBounds = useBoundsText()
  const lines = rises.map(rise => ({
    id: `${rise.district} ${rise.crop} ${rise.disease}`,
    name: `${rise.district_name}: ${getDiseaseTitle(rise, language)}`,
    cells: [
      <strong key="reports">{formatBounds(rise.reports, rise.reports_max)}</strong>,
      formatBounds(rise.previous_reports, rise.previous_reports_max),
      t('week_summary.of_before', {
        week: formatBounds(rise.photographed_min, rise.photographed_max),
        previous: formatBounds(rise.previous_photographed_min, rise.previous_photographed_max),
      }),
    ],
  }))
  return (
    <PublishedTable
      title={t('week_summary.rises')}
      nameHeader={t('map.district')}
      headers={[t('trend.reports'), t('map.week_before'), t('map.photographed')]}
      groups={[{ id: 'rises', lines }]}
    />
  )
}
