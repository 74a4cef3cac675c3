import type { WeeklySummary } from '@kutu/contract/summaries'
import { getCropKey } from '../../../i18n/crop-key.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { getDiseaseTitle } from '../disease-title.ts'
import { crops } from '../map/subject.ts'
import { useBoundsText } from '../use-bounds-text.ts'
import { CountsTable } from './CountsTable.tsx'
import type { Column, DiseaseSummary } from './queries.ts'

/** The reports of each disease, by crop, with the farmers who photographed it, and all reports of the week before. */
export function DiseaseTable({ summary }: { summary: WeeklySummary }) {
  const { t, language } = useTranslation()
  const formatColumn = useColumnText()
  const formatBounds = useBoundsText()
  const formatAll = ({ all }: DiseaseSummary['week']) => formatBounds(all.min, all.max)
  const groups = crops.flatMap(crop => {
    const diseases = summary.diseases.filter(disease => disease.crop === crop)
    if (diseases.length === 0) return []
    const farmers = summary.crops.find(each => each.crop === crop)
    const title = (
      <>
        {t(getCropKey(crop))}
        {farmers && (
          <span className="font-normal text-muted">
            {` · ${t('week_summary.farmers', {
              week: formatColumn(farmers.week),
              previous: formatColumn(farmers.previous_week),
            })}`}
          </span>
        )}
      </>
    )
    const lines = diseases.map(({ disease, week, previous_week }) => ({
      id: disease,
      name: getDiseaseTitle({ crop, disease }, language),
      cells: [
        ...[formatColumn(week.confirmed), formatColumn(week.confident), formatColumn(week.likely)],
        <strong key="all">{formatAll(week)}</strong>,
        formatAll(previous_week),
      ],
    }))
    return [{ id: crop, title, lines }]
  })
  return (
    <>
      <CountsTable
        title={t('trend.reports')}
        nameHeader={t('disease.label')}
        headers={[t('map.confirmed'), t('map.confident'), t('map.likely'), t('table.all'), t('map.week_before')]}
        groups={groups}
      />
      <p className="text-sm text-muted">{t('week_summary.others')}</p>
    </>
  )
}

/** Returns a function that writes a column: its total, else what is shown with a plus for what is hidden, else "few". */
function useColumnText(): (column: Column) => string {
  const { t, number } = useTranslation()
  return ({ total, shown }) => {
    if (total !== null) return number(total)
    return shown > 0 ? `${number(shown)}+` : t('map.few')
  }
}
