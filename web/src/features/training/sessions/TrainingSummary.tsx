import type { TrainingSummary as Summary } from '@kutu/contract/training/training-images'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { AgreementFigures } from '../AgreementFigures.tsx'
import { summaryQuery } from '../queries.ts'

/** Shows the progress towards the next session and the expert's agreement rate. */
export function TrainingSummary() {
  const { t } = useTranslation()
  return (
    <Card title={t('summary.title')}>
      <Loaded query={useQuery(summaryQuery())} skeleton={<Skeleton className="h-64 w-full" />}>
        {summary => <SummaryMetrics summary={summary} />}
      </Loaded>
    </Card>
  )
}

function SummaryMetrics({ summary }: { summary: Summary }) {
  const { t, number } = useTranslation()
  const { accepted, waiting, own, new_images: newImages, new_images_needed: newImagesNeeded } = summary
  const rows = [
    [t('summary.accepted'), number(accepted.common_rust + accepted.healthy + accepted.other_disease)],
    [t('summary.waiting'), number(waiting)],
    [t('summary.own'), number(own.accepted)],
    [t('summary.own_waiting'), number(own.waiting)],
  ] as const
  return (
    <>
      <div className="flex flex-col gap-2">
        <progress
          aria-label={t('summary.new', {
            count: number(Math.min(newImages, newImagesNeeded)),
            needed: number(newImagesNeeded),
          })}
          max={newImagesNeeded}
          value={Math.min(newImages, newImagesNeeded)}
          className="h-3 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-leaf [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-leaf"
        />
        <p>
          {summary.paused ? t('pause.title') : t('summary.next', { count: Math.max(0, newImagesNeeded - newImages) })}
        </p>
      </div>
      <dl className="flex flex-col">
        {rows.map(([name, figure]) => (
          <div key={name} className="flex items-baseline justify-between gap-4 border-t border-line py-2">
            <dt>{name}</dt>
            <dd className="text-right font-bold">{figure}</dd>
          </div>
        ))}
      </dl>
      <AgreementFigures agreements={own.agreements} weight={own.weight} />
      <p className="text-sm text-muted">{t('agreement.note')}</p>
      {summary.label_reviewers === 1 && <p>{t('summary.one_reviewer')}</p>}
      <p className="wrap-anywhere">{t('summary.version', { version: summary.active_version })}</p>
    </>
  )
}
