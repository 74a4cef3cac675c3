import type { TrainingSummary as Summary } from '@kutu/contract/training-images'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../text/use-text.ts'
import { Card } from '../../ui/Card.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SessionHead } from './SessionHead.tsx'
import { sessionsQuery, summaryQuery } from './teaching-queries.ts'

/** How far the next session is, what runs now, and how the expert's word compares with that of others. */
export function TrainingSummary() {
  const { t } = useText()
  const summary = useQuery(summaryQuery())
  return (
    <Card title={t('summary.title')}>
      {summary.isPending && <Skeleton className="h-64 w-full" />}
      {summary.error && !summary.data && (
        <LoadFailed error={summary.error} busy={summary.isFetching} onRetry={() => void summary.refetch()} />
      )}
      {summary.data && <Figures summary={summary.data} />}
      <LatestSession />
    </Card>
  )
}

function Figures({ summary }: { summary: Summary }) {
  const { t, number, percent } = useText()
  const { accepted, waiting, own, new_images: fresh, new_images_needed: needed } = summary
  const { agreement } = own
  const rows = [
    [t('summary.accepted'), number(accepted.common_rust + accepted.healthy + accepted.other_disease)],
    [t('summary.waiting'), number(waiting)],
    [t('summary.own'), number(own.accepted)],
    [t('summary.own_waiting'), number(own.waiting)],
    [t('summary.agreement'), agreement === null ? t('summary.agreement_none') : percent(agreement, 0)],
  ] as const
  return (
    <>
      <div className="flex flex-col gap-2">
        <progress
          aria-label={t('summary.new', { count: number(Math.min(fresh, needed)), needed: number(needed) })}
          max={needed}
          value={Math.min(fresh, needed)}
          className="h-3 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-leaf [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-leaf"
        />
        <p>{t('summary.next', { count: Math.max(0, needed - fresh) })}</p>
      </div>
      <dl className="flex flex-col">
        {rows.map(([name, figure]) => (
          <div key={name} className="flex items-baseline justify-between gap-4 border-t border-line py-2">
            <dt>{name}</dt>
            <dd className="text-right font-bold">{figure}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">{t('summary.agreement_note')}</p>
      <p className="wrap-anywhere">{t('summary.version', { version: summary.active_version })}</p>
    </>
  )
}

/** What runs now, or what came of the last. */
function LatestSession() {
  const { t } = useText()
  const { data } = useQuery(sessionsQuery(1, 1))
  const session = data?.results[0]
  if (!session) return null
  return (
    <section aria-label={t('summary.latest')} className="flex flex-col gap-2 border-t border-line pt-4">
      <h3>{t('summary.latest')}</h3>
      <SessionHead session={session} />
    </section>
  )
}
