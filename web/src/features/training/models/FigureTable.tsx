import type { Comparison, SessionFigures } from '@kutu/contract/training/training-sessions'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { MetricTable } from '../model-card/MetricTable.tsx'

/** Shows the right answers of a session before and after: the same table on the session and on the card of its version. */
export function FigureTable({ figures }: { figures: SessionFigures }) {
  const { t } = useTranslation()
  const cells = useComparisonCells()
  const rows = (['validation', 'confident', 'held_back'] as const).map(id => ({
    id,
    title: t(`session.${id}`),
    cells: cells(figures[id]),
  }))
  return (
    <MetricTable
      caption={t('session.figures')}
      rowHeader={t('session.checked')}
      columns={[t('session.before'), t('session.after')]}
      rows={rows}
    />
  )
}

/** Returns a function that formats the accuracy before and after, with photo counts. */
export function useComparisonCells() {
  const { t, number, percent } = useTranslation()
  const formatCell = ({ right, photos }: Comparison['before']) =>
    photos === 0
      ? t('session.no_photos')
      : t('session.right', { share: percent(right / photos, 1), right: number(right), photos: number(photos) })
  return ({ before, after }: Comparison) => [formatCell(before), formatCell(after)]
}
