import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { SkeletonList } from '../../ui/Skeleton.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { useFocusAfter } from '../../ui/use-focus-after.ts'
import { ActivateDialog } from './ActivateDialog.tsx'
import { cardPath } from './paths.ts'
import { summaryQuery, versionsPageSize, versionsQuery } from './teaching-queries.ts'
import { VersionCard } from './VersionCard.tsx'

/** Every version of the model, newest first, with its figures; any usable one can answer again. */
export function Versions() {
  const { t } = useText()
  const mayActivate = useUser()?.is_approved === true
  const [page, setPage] = useState(1)
  const [wanted, setWanted] = useState<string>()
  const { place, focusAfter } = useFocusAfter(wanted !== undefined)
  const active = useQuery(summaryQuery()).data?.active_version
  const { data, error, isPending, isFetching, refetch } = useQuery(versionsQuery(page, active))
  return (
    <section aria-label={t('versions.title')} className="flex flex-col gap-4">
      <div ref={place} tabIndex={-1} className="outline-none">
        <h2 className="text-xl">{t('versions.title')}</h2>
      </div>
      <p className="max-w-prose text-muted">{t('versions.lead')}</p>
      {isPending && <SkeletonList className="h-40 w-full" />}
      {error && !data && <LoadFailed error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {data?.results.length === 0 && <EmptyState title={t('versions.empty')}>{t('versions.empty_note')}</EmptyState>}
      {data && data.results.length > 0 && (
        <>
          <ul className="flex flex-col gap-4">
            {data.results.map(version => (
              <li key={version.version}>
                <VersionCard
                  version={version}
                  onActivate={mayActivate ? () => setWanted(version.version) : undefined}
                />
              </li>
            ))}
          </ul>
          <Pagination page={page} pageSize={versionsPageSize} count={data.count} onPage={setPage} />
        </>
      )}
      <TextLink to={cardPath} className="self-start">
        {t('versions.card')}
      </TextLink>
      <ActivateDialog version={wanted} onClose={() => setWanted(undefined)} onDone={focusAfter} />
    </section>
  )
}
