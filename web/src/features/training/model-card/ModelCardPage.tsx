import type { DatasetFigures, ModelDetails, ModelVersion, Proportion } from '@kutu/contract/training/training'
import type { RefitProvenance } from '@kutu/contract/training/training-sessions'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callApi } from '../../../api/api-client.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { CollapsibleCard } from '../CollapsibleCard.tsx'
import { RefitSummary } from '../models/RefitSummary.tsx'
import { TrainingHeader } from '../TrainingHeader.tsx'
import { MetricTable } from './MetricTable.tsx'

/** Shows the uses, figures, limits and sources of the model in use (model cards: Mitchell et al. 2019). */
export function ModelCardPage() {
  const { t } = useTranslation()
  return (
    <>
      <TrainingHeader title={t('menu.model_card')} lead={t('model_card.lead')} />
      <Loaded query={useQuery(activeModelQuery())} skeleton={<SkeletonList count={4} className="h-48 w-full" />}>
        {({ active, card }) => <ModelCardContent {...{ active, card }} />}
      </Loaded>
    </>
  )
}

/**
 * The version that answers, as phones get it, with its card. A refit has no card of its own: the card belongs to its base
 * version.
 */
const activeModelQuery = () =>
  queryOptions({
    queryKey: ['models', 'active'],
    queryFn: async ({ signal }) => {
      const { version, base_version: base } = await callApi('GET /analysis/active-model/', { signal })
      const getCard = (name: string) =>
        callApi('GET /analysis/models/{version}/', { params: { version: name }, signal })
      const active = await getCard(version)
      return { active, card: version === base ? active : await getCard(base) }
    },
  })

function ModelCardContent({ active, card }: { active: ModelVersion; card: ModelDetails }) {
  const { t, date, number, bytes } = useTranslation()
  const { version, created, measured } = card
  return (
    <div className="flex flex-col gap-4">
      {active.refit && <RefitNotice active={active} refit={active.refit} />}
      <p className="max-w-prose">
        <strong>{t('model_card.version', { version, date: date(created) })}</strong>{' '}
        {t('model_card.made_of', {
          bytes: bytes(card.bytes),
          cost: number(Math.round(card.multiply_adds / 1e6)),
          photos: number(card.trained_on.photos),
        })}
      </p>
      <div className="grid gap-4 lg:grid-cols-2">
        <Card title={t('model_card.purpose')}>
          <p className="max-w-prose">{t('model_card.purpose_text')}</p>
        </Card>
        <BulletCard title={t('model_card.not_for')} lines={outOfScopeUses} />
      </div>
      <OverallMetrics measured={measured} />
      <SubgroupMetrics measured={measured} />
      <BulletCard title={t('model_card.limits')} lines={limitations} />
      <DataSources sources={card.sources} />
    </div>
  )
}

/** Shows what the refit changed. The metrics below were measured on the base version. */
function RefitNotice({ active, refit }: { active: ModelVersion; refit: RefitProvenance }) {
  const { t } = useTranslation()
  return (
    <section
      aria-label={t('model_card.taught')}
      className="flex flex-col gap-2 rounded-lg border border-leaf bg-leaf-tint p-4 sm:p-6"
    >
      <h2 className="text-lg wrap-anywhere">{t('model_card.taught_version', { version: active.version })}</h2>
      <RefitSummary refit={refit} />
      <p className="max-w-prose">{t('model_card.taught_note', { version: refit.base_version })}</p>
    </section>
  )
}

const outOfScopeUses = [
  'model_card.not_for.alone',
  'model_card.not_for.crops',
  'model_card.not_for.organism',
  'model_card.not_for.loss',
] as const

const limitations = [
  'model_card.limit.place',
  'model_card.limit.photos',
  'model_card.limit.heat',
  'model_card.limit.both',
  'model_card.limit.intervals',
] as const

function BulletCard({ title, lines }: { title: string; lines: typeof outOfScopeUses | typeof limitations }) {
  const { t } = useTranslation()
  return (
    <Card title={title}>
      <ul className="flex max-w-prose list-disc flex-col gap-2 pl-6">
        {lines.map(line => (
          <li key={line}>{t(line)}</li>
        ))}
      </ul>
    </Card>
  )
}

type MeasuredProps = { measured: ModelDetails['measured'] }

/** Data sets in display order: test sets before the validation set, which selected the model. */
const sets = ['test_field', 'test_lab', 'val'] as const
const classNames = ['common_rust', 'healthy', 'other_disease', 'not_leaf'] as const
const crops = ['MAIZE', 'BEANS', 'WHEAT', 'RICE'] as const
const settings = ['field', 'lab'] as const

/** Shows the overall metrics of each data set. */
export function OverallMetrics({ measured }: MeasuredProps) {
  const { t, percent } = useTranslation()
  const rows = sets.flatMap(set => {
    const figures = measured[set]
    if (!figures) return []
    const [low, high] = figures.detail?.macro_f1_interval ?? []
    return {
      id: set,
      title: t(`model_card.set.${set}`),
      cells: [
        <ProportionValue key="accuracy" proportion={figures.accuracy} />,
        <span key="macro_f1">
          <span className="font-bold">{percent(figures.macro_f1, 1)}</span>
          {low !== undefined && high !== undefined && <ConfidenceInterval low={low} high={high} />}
        </span>,
        percent(figures.ece, 1),
        <ProportionValue key="answered" proportion={figures.answered} />,
        <ProportionValue key="right" proportion={figures.right_of_answered} />,
      ],
    }
  })
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
      <MetricTable caption={t('model_card.figures')} rowHeader={t('model_card.photos')} columns={columns} rows={rows} />
    </Card>
  )
}

/** Shows the accuracy by crop and class for the test sets. */
export function SubgroupMetrics({ measured }: MeasuredProps) {
  const { t } = useTranslation()
  return sets.map(set => {
    const figures = measured[set]
    if (set === 'val' || !figures?.detail) return null
    const title = t('model_card.parts_of', { set: t(`model_card.set.${set}`) })
    return (
      <CollapsibleCard key={set} title={title}>
        <SubgroupTable caption={title} figures={figures} groups={figures.detail.by_crop_and_setting} />
      </CollapsibleCard>
    )
  })
}

function SubgroupTable({
  caption,
  figures: { accuracy, recall },
  groups,
}: {
  caption: string
  figures: DatasetFigures
  groups: NonNullable<DatasetFigures['detail']>['by_crop_and_setting']
}) {
  const { t } = useTranslation()
  const classes = classNames.filter(name => recall[name])
  /** Localizes `maize, field`. Photos without a leaf have the crop `other`. */
  function nameGroup(name: string): string {
    const [cropName, settingName] = name.split(', ')
    const crop = crops.find(each => each.toLowerCase() === cropName)
    const setting = settings.find(each => each === settingName)
    return [crop ? t(`crop.${crop}`) : t('model_card.not_leaf'), setting && t(`model_card.setting.${setting}`)]
      .filter(Boolean)
      .join(', ')
  }
  const rows = [
    ...Object.entries(groups).map(([name, group]) => ({ title: nameGroup(name), ...group })),
    { title: t('model_card.all'), accuracy, recall },
  ].map(row => ({
    id: row.title,
    title: row.title,
    cells: [
      <ProportionValue key="accuracy" proportion={row.accuracy} />,
      ...classes.map(name => <ProportionValue key={name} proportion={row.recall[name]} />),
    ],
  }))
  const columns = classes.map(name =>
    t('model_card.found', { name: name === 'not_leaf' ? t('model_card.not_leaf') : t(`class.${name}`) }),
  )
  return (
    <MetricTable
      caption={caption}
      rowHeader={t('model_card.part')}
      columns={[t('model_card.accuracy'), ...columns]}
      rows={rows}
    />
  )
}

/** Shows a proportion with its confidence interval and sample size. */
function ProportionValue({ proportion }: { proportion: Proportion | undefined }): ReactNode {
  const { t, percent, number } = useTranslation()
  if (proportion === undefined || proportion.n === 0)
    return (
      <span className="text-muted">
        <span aria-hidden="true">–</span>
        <span className="sr-only">{t('model_card.no_photos')}</span>
      </span>
    )
  const { share, low, high, n } = proportion
  return (
    <>
      <span className="font-bold">{percent(share, 1)}</span>
      <ConfidenceInterval low={low} high={high} />
      <span className="block text-sm sm:whitespace-nowrap text-muted">
        {t('model_card.of_photos', { n: number(n) })}
      </span>
    </>
  )
}

/** A 95 % confidence interval. */
function ConfidenceInterval({ low, high }: { low: number; high: number }) {
  const { percent } = useTranslation()
  return (
    <span className="block text-sm sm:whitespace-nowrap text-muted">
      {percent(low, 1)} – {percent(high, 1)}
    </span>
  )
}

/** Lists the data sources with license and attribution, in the sources' own words. */
function DataSources({ sources }: Pick<ModelDetails, 'sources'>) {
  const { t, number } = useTranslation()
  const rows = sources.map(({ name, photos, licence, attribution }) => ({
    id: name,
    title: name,
    cells: [
      number(photos),
      <span key="licence" lang="en" className="text-sm">
        {licence}
      </span>,
      <span key="attribution" lang="en" className="text-sm">
        {attribution}
      </span>,
    ],
  }))
  const columns = [t('model_card.photos'), t('model_card.licence'), t('model_card.attribution')]
  return (
    <CollapsibleCard title={t('model_card.sources')}>
      <p className="max-w-prose text-muted">{t('model_card.sources_note')}</p>
      <MetricTable caption={t('model_card.sources')} rowHeader={t('model_card.source')} columns={columns} rows={rows} />
    </CollapsibleCard>
  )
}
