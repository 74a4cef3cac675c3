import type { ModelCard, ModelVersion } from '@kutu/contract/training'
import type { Refit } from '@kutu/contract/training-sessions'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../text/use-text.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { SkeletonList } from '../../ui/Skeleton.tsx'
import { LeafCheck, Overall, Parts } from './Figures.tsx'
import { Learnt } from './Learnt.tsx'
import { Limits, Purpose } from './Purpose.tsx'
import { QualityFigures } from './QualityFigures.tsx'
import { activeModelQuery } from './queries.ts'
import { Sources } from './Sources.tsx'
import { Studies } from './Studies.tsx'
import { TrustCharts } from './TrustCharts.tsx'

/** What the network is, for and against, with every figure that was measured of it. */
export function ModelCardPage() {
  const { t } = useText()
  const model = useQuery(activeModelQuery())
  return (
    <>
      <PageTitle title={t('menu.model_card')} lead={t('model_card.lead')} />
      {model.isPending && <SkeletonList count={4} className="h-48 w-full" />}
      {model.error && !model.data && (
        <LoadFailed error={model.error} busy={model.isFetching} onRetry={() => void model.refetch()} />
      )}
      {model.data === null && <EmptyState title={t('model_card.none')}>{t('model_card.none_note')}</EmptyState>}
      {model.data && <Whole {...model.data} />}
    </>
  )
}

function Whole({ active, card }: { active: ModelVersion; card: ModelCard }) {
  const { t, date, number, bytes } = useText()
  const { version, created, measured } = card
  return (
    <div className="flex flex-col gap-4">
      {active.refit && <TaughtSince active={active} refit={active.refit} />}
      <p className="max-w-prose">
        <strong>{t('model_card.version', { version, date: date(created) })}</strong>{' '}
        {t('model_card.made_of', {
          bytes: bytes(card.bytes),
          cost: number(Math.round(card.multiply_adds / 1e6)),
          photos: number(card.trained_on.photos),
        })}
      </p>
      <Purpose />
      <Overall measured={measured} />
      <Parts measured={measured} />
      <TrustCharts card={card} />
      <LeafCheck measured={measured} />
      {card.quality && <QualityFigures quality={card.quality} />}
      {card.studies && <Studies studies={card.studies} />}
      <Limits />
      <Sources sources={card.sources} />
    </div>
  )
}

/** What experts' photos changed of the shipped version, whose figures follow. */
function TaughtSince({ active, refit }: { active: ModelVersion; refit: Refit }) {
  const { t } = useText()
  return (
    <section
      aria-label={t('model_card.taught')}
      className="flex flex-col gap-2 rounded-lg border border-leaf bg-leaf-tint p-4 sm:p-6"
    >
      <h2 className="text-lg wrap-anywhere">{t('model_card.taught_version', { version: active.version })}</h2>
      <Learnt refit={refit} />
      <p className="max-w-prose">{t('model_card.taught_note', { version: refit.base_version })}</p>
    </section>
  )
}
