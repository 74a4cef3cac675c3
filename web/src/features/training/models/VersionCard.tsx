import type { ModelVersion } from '@kutu/contract/training/training'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Pagination } from '../../../ui/layout/Pagination.tsx'
import { contributorsPageSize, versionContributorsQuery } from '../queries.ts'
import { RefitSummary } from './RefitSummary.tsx'

/** Shows one version with its origin, accuracy and an activate button. `onActivate` is undefined without permission. */
export function VersionCard({
  version,
  canSeeContributors,
  onActivate,
}: {
  version: ModelVersion
  canSeeContributors: boolean
  onActivate: (() => void) | undefined
}) {
  const { t, date } = useTranslation()
  const { version: name, is_active: isActive, is_usable: isUsable, refit, created, approvals } = version
  return (
    <article className="flex flex-wrap items-start justify-between gap-4 rounded-lg border border-line bg-white p-4 sm:p-6">
      <div className="flex min-w-0 flex-col items-start gap-2">
        <h3 className="text-lg wrap-anywhere">{name}</h3>
        {isActive && <Badge tone="leaf">{t('versions.active')}</Badge>}
        {refit ? (
          <RefitSummary refit={refit} />
        ) : (
          <>
            <p>{t('versions.shipped', { when: date(created) })}</p>
            <TestAccuracy version={version} />
          </>
        )}
        {approvals.length > 0 && (
          <p className="font-bold wrap-anywhere">
            {t('versions.approvals', {
              names: approvals.map(({ username }) => username).join(', '),
              count: approvals.length,
              needed: version.approvals_needed,
            })}
          </p>
        )}
        {refit && canSeeContributors && <VersionContributors version={name} />}
        {version.has_own_photos && !isActive && isUsable && <p className="text-muted">{t('versions.own_photos')}</p>}
        {!isUsable && <p className="text-muted">{t('versions.unusable')}</p>}
      </div>
      {onActivate && !isActive && isUsable && (
        <Button variant="secondary" aria-label={t('versions.activate_of', { version: name })} onClick={onActivate}>
          {t('versions.activate')}
        </Button>
      )}
    </article>
  )
}

function TestAccuracy({ version: { measured } }: { version: ModelVersion }) {
  const { t, number, percent } = useTranslation()
  return (
    <ul className="flex flex-col gap-1">
      {(['test_field', 'test_lab'] as const).map(set => {
        const accuracy = measured[set]?.accuracy
        if (!accuracy) return null
        return <li key={set}>{t(`versions.${set}`, { share: percent(accuracy.share, 1), n: number(accuracy.n) })}</li>
      })}
    </ul>
  )
}

/** Shows whose photos a version learned from, loaded when an administrator opens the list. */
function VersionContributors({ version }: { version: string }) {
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
  return (
    <Loaded query={useQuery(versionContributorsQuery(version, page))} skeleton={<Skeleton className="h-12 w-full" />}>
      {({ results, count }) => (
        <div className="flex flex-col gap-4">
          <ul className="flex flex-col">
            {results.map(({ id, username, place, images, is_withdrawn: isWithdrawn }) => (
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
          <Pagination page={page} pageSize={contributorsPageSize} count={count} onPageChange={setPage} />
        </div>
      )}
    </Loaded>
  )
}
