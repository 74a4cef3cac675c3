import type { DatasetFigures, ModelDetails } from '@kutu/contract/training/training'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { CollapsibleCard } from '../CollapsibleCard.tsx'
import { MetricTable } from './MetricTable.tsx'
import { ConfidenceInterval, ProportionValue, proportionCells } from './ProportionValue.tsx'
import { classNames, useMetricNames } from './use-metric-names.ts'

type MeasuredProps = { measured: ModelDetails['measured'] }

/** Shows the overall metrics of each data set. */
export function OverallMetrics({ measured }: MeasuredProps) {
  const { t, percent } = useTranslation()
  const { setName, sortSets } = useMetricNames()
  const rows = sortSets(measured).map(([name, figures]) => ({
    id: name,
    title: setName(name),
    cells: [
      <ProportionValue key="accuracy" proportion={figures.accuracy} />,
      <MacroF1 key="macro_f1" figures={figures} />,
      percent(figures.ece, 1),
      <ProportionValue key="answered" proportion={figures.answered} />,
      <ProportionValue key="right" proportion={figures.right_of_answered} />,
    ],
  }))
  const columns = [
    t('model_card.accuracy'),
    t('model_card.macro_f1'),
    t('model_card.ece'),
    t('model_card.answered'),
    t('model_card.right_of_answered'),
  ]
  return (
    <Card title={t('model_card.figures')}>
      <p className="max-w-prose text-muted">{t('model_card.figures_note')}</p>
      <MetricTable caption={t('model_card.figures')} rowHeader={t('model_card.set')} columns={columns} rows={rows} />
    </Card>
  )
}

function MacroF1({ figures: { macro_f1, detail } }: { figures: DatasetFigures }) {
  const { percent } = useTranslation()
  const [low, high] = detail?.macro_f1_interval ?? []
  return (
    <>
      <span className="font-bold">{percent(macro_f1, 1)}</span>
      {low !== undefined && high !== undefined && <ConfidenceInterval low={low} high={high} />}
    </>
  )
}

/** Shows the metrics by class and crop for the test sets. */
export function SubgroupMetrics({ measured }: MeasuredProps) {
  const { t } = useTranslation()
  const { setName, sortSets } = useMetricNames()
  const sets = sortSets(measured).filter(([name]) => name !== 'val')
  return (
    <>
      {sets.map(([name, figures]) => (
        <CollapsibleCard key={name} title={t('model_card.parts_of', { set: setName(name) })}>
          <SubgroupTable figures={figures} caption={t('model_card.parts_of', { set: setName(name) })} />
        </CollapsibleCard>
      ))}
    </>
  )
}

function SubgroupTable({ figures, caption }: { figures: DatasetFigures; caption: string }) {
  const { t } = useTranslation()
  const { className, groupName } = useMetricNames()
  const { detail, recall, accuracy } = figures
  if (!detail) return <SimpleSubgroupTable figures={figures} caption={caption} />
  const classesWithRecall = classNames.filter(name => recall[name])
  const groups = Object.entries(detail.by_crop_and_setting).map(([name, group]) => ({ id: name, ...group }))
  const rows = [...groups, { id: 'all', accuracy, recall }].map(
    ({ id, accuracy: groupAccuracy, recall: groupRecall }) => ({
      id,
      title: id === 'all' ? t('model_card.all') : groupName(id),
      cells: proportionCells([groupAccuracy, ...classesWithRecall.map(name => groupRecall[name])]),
    }),
  )
  return (
    <MetricTable
      caption={caption}
      rowHeader={t('model_card.part')}
      columns={[
        t('model_card.accuracy'),
        ...classesWithRecall.map(name => t('model_card.found', { name: className(name) })),
      ]}
      rows={rows}
    />
  )
}

/** Used when the card has no metrics for classes within crops. */
function SimpleSubgroupTable({ figures: { recall, by_crop }, caption }: { figures: DatasetFigures; caption: string }) {
  const { t } = useTranslation()
  const { className, cropName } = useMetricNames()
  const classes = classNames.flatMap(name => (recall[name] ? [{ title: className(name), share: recall[name] }] : []))
  const crops = Object.entries(by_crop).flatMap(([name, share]) =>
    name === 'other' ? [] : [{ title: cropName(name), share }],
  )
  const rows = [...classes, ...crops].map(({ title, share }) => ({
    id: title,
    title,
    cells: proportionCells([share]),
  }))
  return (
    <MetricTable caption={caption} rowHeader={t('model_card.part')} columns={[t('model_card.accuracy')]} rows={rows} />
  )
}

/** Shows how many leaves and other photos pass the leaf check. */
export function LeafCheckMetrics({ measured }: MeasuredProps) {
  const { t } = useTranslation()
  const { setName, sortSets } = useMetricNames()
  const rows = sortSets(measured).map(([name, figures]) => ({
    id: name,
    title: setName(name),
    cells: proportionCells([figures.leaves_accepted, figures.not_leaves_accepted, figures.not_leaves_answered]),
  }))
  const columns = [t('model_card.leaves_accepted'), t('model_card.others_accepted'), t('model_card.others_answered')]
  return (
    <CollapsibleCard title={t('model_card.leaf_check')}>
      <MetricTable caption={t('model_card.leaf_check')} rowHeader={t('model_card.set')} columns={columns} rows={rows} />
    </CollapsibleCard>
  )
}
