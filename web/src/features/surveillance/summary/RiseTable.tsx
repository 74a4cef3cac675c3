import type { WeeklySummary } from '@kutu/contract/summaries'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { getDiseaseTitle } from '../disease-title.ts'
import { PublishedTable } from './PublishedTable.tsx'

/** The districts whose shown reports rose most, with the farmers who photographed the crop in both weeks. */
export function RiseTable({ rises }: { rises: WeeklySummary['rises'] }) {
  const { t, number, language } = useTranslation()
  const formatFarmers = (count: number | null) => (count === null ? t('map.few') : number(count))
  const lines = rises.map(rise => ({
    id: `${rise.district} ${rise.crop} ${rise.disease}`,
    name: `${rise.district_name}: ${getDiseaseTitle(rise, language)}`,
    cells: [
      <strong key="reports">{number(rise.reports)}</strong>,
      rise.previous_reports === 0 ? t('map.few') : number(rise.previous_reports),
      t('week_summary.of_before', {
        week: formatFarmers(rise.photographed),
        previous: formatFarmers(rise.previous_photographed),
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
