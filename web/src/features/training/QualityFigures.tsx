import type { ModelCard } from '@kutu/contract/training'
import { useText } from '../../text/use-text.ts'
import { FigureTable } from './FigureTable.tsx'
import { FoldedCard } from './FoldedCard.tsx'
import { shareCells } from './ShareFigure.tsx'

type Quality = NonNullable<ModelCard['quality']>
const warnings = ['too_small', 'too_dark', 'too_bright', 'too_blurred'] as const

/** From where the app warns of a photo: what becomes of the answers there, and how many photos it warns of. */
export function QualityFigures({ quality }: { quality: Quality }) {
  const { t, percent, number } = useText()
  const madeWorse = (warning: (typeof warnings)[number], by: number): string => {
    if (warning === 'too_small') return t('model_card.made.too_small', { by: number(by) })
    if (warning === 'too_blurred') return t('model_card.made.too_blurred', { by: percent(by, 2) })
    return t(`model_card.made.${warning}`, { by })
  }
  const real = {
    id: 'real',
    title: t('model_card.real_photos'),
    cells: shareCells([quality.accuracy, quality.false_alarms.any]),
  }
  const worse = warnings.flatMap(warning =>
    (quality.made_worse[warning] ?? []).map(({ by, accuracy, warned }) => ({
      id: `${warning} ${by}`,
      title: madeWorse(warning, by),
      cells: shareCells([accuracy, warned]),
    })),
  )
  return (
    <FoldedCard title={t('model_card.quality')}>
      <p className="max-w-prose text-muted">{t('model_card.quality_note')}</p>
      <FigureTable
        caption={t('model_card.quality')}
        head={t('model_card.made_worse')}
        columns={[t('model_card.accuracy'), t('model_card.warned')]}
        rows={[real, ...worse]}
      />
    </FoldedCard>
  )
}
