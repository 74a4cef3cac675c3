import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { useUser } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { SkeletonList } from '../../ui/Skeleton.tsx'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { SessionCard } from './SessionCard.tsx'
import { TeachingHead } from './TeachingHead.tsx'
import { sessionsPageSize, sessionsQuery, summaryQuery, useStartSession } from './teaching-queries.ts'
import { Versions } from './Versions.tsx'

/** What the model learnt and what came of it, and every version there is. */
export function TrainingSessions() {
  const { t } = useText()
  return (
    <>
      <TeachingHead title={t('session.title')} lead={t('session.lead')} />
      <Sessions />
      <Versions />
    </>
  )
}

function Sessions() {
  const { t } = useText()
  const mayStart = useUser()?.is_approved === true
  const [page, setPage] = useState(1)
  const { data, error, isPending, isFetching, refetch } = useQuery(sessionsQuery(page))
  return (
    <section aria-label={t('session.title')} className="flex flex-col gap-4">
      {mayStart && <StartSession />}
      {isPending && <SkeletonList className="h-40 w-full" />}
      {error && !data && <LoadFailed error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {data?.results.length === 0 && <EmptyState title={t('session.empty')}>{t('session.empty_note')}</EmptyState>}
      {data && data.results.length > 0 && (
        <>
          <ul className="flex flex-col gap-4">
            {data.results.map(session => (
              <li key={session.id}>
                <SessionCard session={session} />
              </li>
            ))}
          </ul>
          <Pagination page={page} pageSize={sessionsPageSize} count={data.count} onPage={setPage} />
        </>
      )}
    </section>
  )
}

function StartSession() {
  const { t } = useText()
  const { data } = useQuery(summaryQuery())
  const { mutateAsync, isPending } = useStartSession()
  async function start() {
    try {
      await mutateAsync()
      showSuccess(t('notice.success'), t('session.started'))
    } catch (error) {
      showError(t('notice.error'), messageOf(error))
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button
        busy={isPending}
        icon={<Play aria-hidden="true" className="size-5" />}
        onClick={() => void start()}
        className="max-sm:grow"
      >
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
