import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Pagination } from '../../../ui/layout/Pagination.tsx'
import { contributorsPageSize, versionContributorsQuery } from '../queries.ts'

/** Shows whose photos a version learned from, loaded when an administrator opens the list. */
export function VersionContributors({ version }: { version: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)} className="w-full">
      <summary className="flex min-h-12 cursor-pointer items-center font-bold text-leaf-ink">
        {t('versions.contributors')}
      </summary>
      {isOpen && <ContributorList version={version} />}
    </details>
  )
}

function ContributorList({ version }: { version: string }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { data, error, isFetching, refetch } = useQuery(versionContributorsQuery(version, page))
  if (error && !data) return <LoadError error={error} busy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-12 w-full" />
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col">
        {data.results.map(({ id, username, place, images, is_withdrawn: isWithdrawn }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2">
            <span className="min-w-0 wrap-anywhere">
              <span className="font-bold">{username}</span>
              {place && <span className="text-muted"> · {place}</span>}
            </span>
            <span className="flex items-center gap-3">
              {isWithdrawn && <Badge tone="rust">{t('versions.contributor_withdrawn')}</Badge>}
              {t('versions.contributor_photos', { count: images })}
            </span>
          </li>
        ))}
      </ul>
      <Pagination page={page} pageSize={contributorsPageSize} count={data.count} onPageChange={setPage} />
    </div>
  )
}
