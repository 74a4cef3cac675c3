import type { ModelDetails, ModelVersion } from '@kutu/contract/training/training'
import type { RefitProvenance } from '@kutu/contract/training/training-sessions'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { CollapsibleCard } from '../CollapsibleCard.tsx'
import { RefitSummary } from '../models/RefitSummary.tsx'
import { TrainingHeader } from '../TrainingHeader.tsx'
import { CalibrationCharts } from './CalibrationCharts.tsx'
import { MetricTable } from './MetricTable.tsx'
import { LeafCheckMetrics, OverallMetrics, SubgroupMetrics } from './ModelMetrics.tsx'
import { proportionCells } from './ProportionValue.tsx'
import { Studies } from './Studies.tsx'

/** Shows the active model's card with all measured metrics. */
export function ModelCardPage() {
  const { t } = useTranslation()
  const model = useQuery(activeModelQuery())
  return (
    <>
      <TrainingHeader title={t('menu.model_card')} lead={t('model_card.lead')} />
      {model.isPending && <SkeletonList count={4} className="h-48 w-full" />}
      {model.error && !model.data && (
        <LoadError error={model.error} busy={model.isFetching} onRetry={() => void model.refetch()} />
      )}
      {model.data && <ModelCardContent {...model.data} />}
    </>
  )
}

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
      <IntendedUse />
      <OverallMetrics measured={measured} />
      <SubgroupMetrics measured={measured} />
      <CalibrationCharts card={card} />
      <LeafCheckMetrics measured={measured} />
      {card.quality && <PhotoQualityMetrics quality={card.quality} />}
      {card.studies && <Studies studies={card.studies} />}
      <Limitations />
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

/** Shows intended and out-of-scope uses, as in a model card (Mitchell et al. 2019). */
function IntendedUse() {
  const { t } = useTranslation()
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Card title={t('model_card.purpose')}>
        <p className="max-w-prose">{t('model_card.purpose_text')}</p>
      </Card>
      <Card title={t('model_card.not_for')}>
        <BulletList lines={outOfScopeUses} />
      </Card>
    </div>
  )
}

function Limitations() {
  const { t } = useTranslation()
  return (
    <Card title={t('model_card.limits')}>
      <BulletList lines={limitations} />
    </Card>
  )
}

function BulletList({ lines }: { lines: typeof outOfScopeUses | typeof limitations }) {
  const { t } = useTranslation()
  return (
    <ul className="flex max-w-prose list-disc flex-col gap-2 pl-6">
      {lines.map(line => (
        <li key={line}>{t(line)}</li>
      ))}
    </ul>
  )
}
