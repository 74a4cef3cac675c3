import type { Teacher } from '@kutu/contract/training/teaching'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { Pagination } from '../../../ui/layout/Pagination.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { useReturnFocus } from '../../../ui/overlay/use-return-focus.ts'
import { contributorsPageSize, contributorsQuery, useChangeContributor } from '../queries.ts'
import { ContributorCard } from './ContributorCard.tsx'

/** Lists the experts who label photos. An administrator withdraws an expert's photos and labels, or uses them again. */
export function Contributors() {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const [contributorToWithdraw, setContributorToWithdraw] = useState<Teacher>()
  const { place: containerRef, focusAfter } = useReturnFocus(contributorToWithdraw !== undefined)
  const { data, error, isPending, isFetching, refetch } = useQuery(contributorsQuery(page))
  return (
    <section aria-label={t('contributors.title')} className="flex flex-col gap-4">
      <div ref={containerRef} tabIndex={-1} className="outline-none">
        <h2 className="text-xl">{t('contributors.title')}</h2>
      </div>
      <p className="max-w-prose text-muted">{t('contributors.lead')}</p>
      {isPending && <SkeletonList className="h-28 w-full" />}
      {error && !data && <LoadError error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {data?.results.length === 0 && (
        <EmptyState title={t('contributors.empty')}>{t('contributors.empty_note')}</EmptyState>
      )}
      {data && data.results.length > 0 && (
        <>
          <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
            {data.results.map(contributor => (
              <li key={contributor.id}>
                <ContributorCard contributor={contributor} onWithdraw={() => setContributorToWithdraw(contributor)} />
              </li>
            ))}
          </ul>
          <Pagination page={page} pageSize={contributorsPageSize} count={data.count} onPageChange={setPage} />
        </>
      )}
      <WithdrawDialog
        contributor={contributorToWithdraw}
        onClose={() => setContributorToWithdraw(undefined)}
        onDone={focusAfter}
      />
    </section>
  )
}

/** Confirms that an expert's photos and labels no longer count. */
function WithdrawDialog({
  contributor,
  onClose,
  onDone,
}: {
  contributor: Teacher | undefined
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  const { mutateAsync } = useChangeContributor()
  const name = contributor?.username ?? ''
  async function withdraw() {
    if (!contributor) return ''
    await mutateAsync({ id: contributor.id, isWithdrawn: true })
    return t('contributors.withdrawn', { name })
  }
  return (
    <ConfirmDialog
      isOpen={contributor !== undefined}
      title={t('contributors.withdraw_title', { name })}
      confirmLabel={t('contributors.withdraw')}
      onConfirm={withdraw}
      {...{ onClose, onSettled: onDone }}
    >
      <p>{t('contributors.withdraw_lead')}</p>
      <p>{t('contributors.withdraw_refit')}</p>
      <p>{t('contributors.withdraw_back')}</p>
    </ConfirmDialog>
  )
}
