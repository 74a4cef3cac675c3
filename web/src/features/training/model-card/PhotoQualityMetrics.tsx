import type { ModelDetails } from '@kutu/contract/training/training'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { CollapsibleCard } from '../CollapsibleCard.tsx'
import { MetricTable } from './MetricTable.tsx'
import { proportionCells } from './ProportionValue.tsx'

type Quality = NonNullable<ModelDetails['quality']>
const warnings = ['too_small', 'too_dark', 'too_bright', 'too_blurred'] as const

/** Shows accuracy and warning rate for photos degraded to the warning thresholds. */
export function PhotoQualityMetrics({ quality }: { quality: Quality }) {
  const { t, percent, number } = useTranslation()
  const describeDegradation = (warning: (typeof warnings)[number], by: number): string => {
    if (warning === 'too_small') return t('model_card.made.too_small', { by: number(by) })
    if (warning === 'too_blurred') return t('model_card.made.too_blurred', { by: percent(by, 2) })
    return t(`model_card.made.${warning}`, { by })
  }
  const originalRow = {
    id: 'real',
    title: t('model_card.real_photos'),
    cells: proportionCells([quality.accuracy, quality.false_alarms.any]),
  }
  const degradedRows = warnings.flatMap(warning =>
    (quality.made_worse[warning] ?? []).map(({ by, accuracy, warned }) => ({
      id: `${warning} ${by}`,
      title: describeDegradation(warning, by),
      cells: proportionCells([accuracy, warned]),
    })),
  )
  return (
    <CollapsibleCard title={t('model_card.quality')}>
      <p className="max-w-prose text-muted">{t('model_card.quality_note')}</p>
      <MetricTable
        caption={t('model_card.quality')}
        rowHeader={t('model_card.made_worse')}
        columns={[t('model_card.accuracy'), t('model_card.warned')]}
        rows={[originalRow, ...degradedRows]}
      />
    </CollapsibleCard>
  )
}
