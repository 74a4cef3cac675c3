import type { ModelDetails } from '@kutu/contract/training/training'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { CollapsibleCard } from '../CollapsibleCard.tsx'
import { MetricTable } from './MetricTable.tsx'
import { proportionCells } from './ProportionValue.tsx'
import { classNames, useMetricNames } from './use-metric-names.ts'

type Studies = NonNullable<ModelDetails['studies']>

/** Shows the robustness studies that exist for this version. */
export function Studies({ studies }: { studies: Studies }) {
  const { corruptions, background_only, other_grounds, other_crops } = studies
  return (
    <>
      {corruptions && <CorruptionTables corruptions={corruptions} />}
      {background_only && <BackgroundOnlyTable results={background_only} />}
      {other_grounds && <BackgroundSwapTables results={other_grounds} />}
      {other_crops && <UnseenCropsTable results={other_crops} />}
    </>
  )
}

function CorruptionTables({ corruptions }: { corruptions: NonNullable<Studies['corruptions']> }) {
  const { t } = useTranslation()
  const { subsetName, corruptionName } = useMetricNames()
  const columns = [t('model_card.accuracy'), t('model_card.answered'), t('model_card.right_of_answered')]
  return Object.entries(corruptions).map(([subset, corruptions]) => {
    const title = t('model_card.corruptions', { set: subsetName(subset) })
    const rows = Object.entries(corruptions).map(([name, { accuracy, answered, right_of_answered }]) => ({
      id: name,
      title: corruptionName(name),
      cells: proportionCells([accuracy, answered, right_of_answered]),
    }))
    return (
      <CollapsibleCard key={subset} title={title}>
        <MetricTable caption={title} rowHeader={t('model_card.made_worse')} columns={columns} rows={rows} />
      </CollapsibleCard>
    )
  })
}

function BackgroundOnlyTable({ results }: { results: NonNullable<Studies['background_only']> }) {
  const { t, percent } = useTranslation()
  const { subsetName } = useMetricNames()
  const rows = Object.entries(results).map(([subset, { named, commonest, no_leaf }]) => {
    const [accuracyCell, noLeafCell] = proportionCells([named, no_leaf])
    return { id: subset, title: subsetName(subset), cells: [accuracyCell, percent(commonest, 1), noLeafCell] }
  })
  const columns = [t('model_card.named_right'), t('model_card.commonest'), t('model_card.told_no_leaf')]
  return (
    <CollapsibleCard title={t('model_card.background')}>
      <p className="max-w-prose text-muted">{t('model_card.background_note')}</p>
      <MetricTable caption={t('model_card.background')} rowHeader={t('model_card.set')} columns={columns} rows={rows} />
    </CollapsibleCard>
  )
}

function BackgroundSwapTables({ results }: { results: NonNullable<Studies['other_grounds']> }) {
  const { t } = useTranslation()
  const { subsetName, backgroundName, className } = useMetricNames()
  return Object.entries(results).map(([subset, backgrounds]) => {
    const title = t('model_card.grounds', { set: subsetName(subset) })
    const classesWithRecall = classNames.filter(name => Object.values(backgrounds).some(({ recall }) => recall[name]))
    const rows = Object.entries(backgrounds).map(([background, { accuracy, recall }]) => ({
      id: background,
      title: backgroundName(background),
      cells: proportionCells([accuracy, ...classesWithRecall.map(name => recall[name])]),
    }))
    const columns = [
      t('model_card.accuracy'),
      ...classesWithRecall.map(name => t('model_card.found', { name: className(name) })),
    ]
    return (
      <CollapsibleCard key={subset} title={title}>
        <p className="max-w-prose text-muted">{t('model_card.grounds_note')}</p>
        <MetricTable caption={title} rowHeader={t('model_card.ground')} columns={columns} rows={rows} />
      </CollapsibleCard>
    )
  })
}

function UnseenCropsTable({ results }: { results: NonNullable<Studies['other_crops']> }) {
  const { t } = useTranslation()
  const { cropName } = useMetricNames()
  const rows = Object.entries(results).map(([crop, { labelled, leaf_accepted, answered, right_of_answered }]) => {
    const [acceptedCell, answeredCell, accuracyCell] = proportionCells([leaf_accepted, answered, right_of_answered])
    return {
      id: crop,
      title: cropName(crop),
      cells: [acceptedCell, answeredCell, labelled ? accuracyCell : t('model_card.none_right')],
    }
  })
  const columns = [t('model_card.leaves_accepted'), t('model_card.answered'), t('model_card.right_of_answered')]
  return (
    <CollapsibleCard title={t('model_card.other_crops')}>
      <p className="max-w-prose text-muted">{t('model_card.other_crops_note')}</p>
      <MetricTable caption={t('model_card.other_crops')} rowHeader={t('crop.label')} columns={columns} rows={rows} />
    </CollapsibleCard>
  )
}
