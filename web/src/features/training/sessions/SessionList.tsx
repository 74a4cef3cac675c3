import type { SessionFigures } from '@kutu/contract/training/training-sessions'
import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { Pagination } from '../../../ui/layout/Pagination.tsx'
import { FigureTable } from '../models/FigureTable.tsx'
import { GainFigures } from '../models/GainFigures.tsx'
import { sessionsPageSize, sessionsQuery, summaryQuery, useStartSession } from '../queries.ts'
import { SessionStatus } from './SessionStatus.tsx'

/** Lists training sessions, newest first. An approved expert can start one. */
export function SessionList() {
  const { t } = useTranslation()
  const user = useUser()
  const canStart = user?.role === 'expert' && user.is_approved === true
  const [page, setPage] = useState(1)
  const summary = useQuery(summaryQuery()).data
  const sessions = useQuery(sessionsQuery(page, summary))
  return (
    <section aria-label={t('session.title')} className="flex flex-col gap-4">
      {canStart && <StartSession />}
      <Loaded query={sessions} skeleton={<SkeletonList className="h-40 w-full" />}>
        {({ results, count }) =>
          count === 0 ? (
            <EmptyState title={t('session.empty')} />
          ) : (
            <>
              <ul className="flex flex-col gap-4">
                {results.map(session => (
                  <li key={session.id}>
                    <article className="flex flex-col gap-4 rounded-lg border border-line bg-white p-4 sm:p-6">
                      <SessionStatus session={session} />
                      {session.figures && <SessionMetrics figures={session.figures} />}
                    </article>
                  </li>
                ))}
              </ul>
              <Pagination page={page} pageSize={sessionsPageSize} count={count} onPageChange={setPage} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function StartSession() {
  const { t } = useTranslation()
  const { data } = useQuery(summaryQuery())
  const { mutateAsync } = useStartSession()
  const start = useAction(async () => {
    await mutateAsync()
    return t('session.started')
  })
  if (data?.paused) return null
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button busy={start.isBusy} icon={Play} onClick={() => start.run()} className="max-sm:grow">
        {t('session.start')}
      </Button>
      {data && (
        <p className="max-w-prose">
          {t('session.start_note', { count: data.new_images, needed: data.new_images_needed })}
        </p>
      )}
    </div>
  )
}

function SessionMetrics({ figures }: { figures: SessionFigures }) {
  const { t, number } = useTranslation()
  const { images, contributors: contributorCount } = figures
  const { common_rust: rust, healthy, other_disease: other } = images
  const count = rust + healthy + other
  const imageCounts = {
    count,
    rust: number(rust),
    healthy: number(healthy),
    other: number(other),
    people: contributorCount,
  }
  const seconds = number(Math.round(figures.seconds * 10) / 10)
  return (
    <>
      <p className="max-w-prose">{t('session.learnt', { ...imageCounts, seconds })}</p>
      <FigureTable figures={figures} />
      <GainFigures figures={figures} />
    </>
  )
}
