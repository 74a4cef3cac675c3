import type { Teacher } from '@kutu/contract/training/teaching'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { Pagination } from '../../../ui/layout/Pagination.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { useReturnFocus } from '../../../ui/overlay/use-return-focus.ts'
import { AgreementFigures } from '../AgreementFigures.tsx'
import { contributorsPageSize, contributorsQuery, useChangeContributor } from '../queries.ts'

/** Lists the experts who label photos. An administrator withdraws an expert's photos and labels, or uses them again. */
export function Contributors() {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const [contributorToWithdraw, setContributorToWithdraw] = useState<Teacher>()
  const { place: containerRef, focusAfter } = useReturnFocus(contributorToWithdraw !== undefined)
  const contributors = useQuery(contributorsQuery(page))
  return (
    <section aria-label={t('contributors.title')} className="flex flex-col gap-4">
      <div ref={containerRef} tabIndex={-1} className="outline-none">
        <h2 className="text-xl">{t('contributors.title')}</h2>
      </div>
      <Loaded query={contributors} skeleton={<SkeletonList className="h-28 w-full" />}>
        {({ results, count }) =>
          count === 0 ? (
            <EmptyState title={t('contributors.empty')} />
          ) : (
            <>
              <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
                {results.map(contributor => (
                  <li key={contributor.id}>
                    <ContributorCard
                      contributor={contributor}
                      onWithdraw={() => setContributorToWithdraw(contributor)}
                    />
                  </li>
                ))}
              </ul>
              <Pagination page={page} pageSize={contributorsPageSize} count={count} onPageChange={setPage} />
            </>
          )
        }
      </Loaded>
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

/** Shows what an expert contributed, and a button that withdraws the photos or uses them again. */
function ContributorCard({ contributor, onWithdraw }: { contributor: Teacher; onWithdraw: () => void }) {
  const { t, number, dateTime } = useTranslation()
  const { username: name, place, images, labels, withdrawn } = contributor
  return (
    <article className="flex h-full flex-col items-start gap-2 rounded-lg border border-line bg-white p-4 sm:p-6">
      <h3 className="text-lg wrap-anywhere">{name}</h3>
      {place && <p className="text-muted wrap-anywhere">{place}</p>}
      <p>
        {t('contributors.photos', {
          accepted: number(images.accepted),
          waiting: number(images.waiting),
          refused: number(images.refused),
        })}
      </p>
      <p>{t('contributors.labels', { count: number(labels) })}</p>
      <AgreementFigures agreements={contributor.agreements} weight={contributor.weight} />
      {withdrawn && (
        <p className="font-bold wrap-anywhere">
          {t('contributors.withdrawn_by', { name: withdrawn.by.username, when: dateTime(withdrawn.at) })}
        </p>
      )}
      <div className="mt-auto pt-2">
        {withdrawn ? (
          <ReadmitButton contributor={contributor} />
        ) : (
          <Button variant="secondary" aria-label={t('contributors.withdraw_of', { name })} onClick={onWithdraw}>
            {t('contributors.withdraw')}
          </Button>
        )}
      </div>
    </article>
  )
}

function ReadmitButton({ contributor: { id, username: name } }: { contributor: Teacher }) {
  const { t } = useTranslation()
  const { mutateAsync } = useChangeContributor()
  const readmit = useAction(async () => {
    await mutateAsync({ id, isWithdrawn: false })
    return t('contributors.readmitted', { name })
  })
  return (
    <Button
      variant="secondary"
      busy={readmit.isBusy}
      aria-label={t('contributors.readmit_of', { name })}
      onClick={() => readmit.run()}
    >
      {t('contributors.readmit')}
    </Button>
  )
}
