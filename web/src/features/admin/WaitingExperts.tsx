import { type Approval, approvalMoves } from '@kutu/contract/approval'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../api/errors.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { SkeletonList } from '../../ui/Skeleton.tsx'
import { ApprovalFilter } from './ApprovalFilter.tsx'
import { ExpertCard } from './ExpertCard.tsx'
import { pageIn } from './page-in.ts'
import { pageSize, useExperts } from './queries.ts'
import { SearchForm } from './SearchForm.tsx'

const approvalIn = (text: string | null): Approval =>
  text !== null && Object.hasOwn(approvalMoves, text) ? (text as Approval) : 'waiting'

/** Experts by state, with everything they said about themselves and the buttons to decide. The address holds the filters. */
export function WaitingExperts() {
  const { t } = useText()
  const [params, setParams] = useSearchParams()
  const approval = approvalIn(params.get('approval'))
  const search = params.get('search') ?? ''
  const page = pageIn(params)
  const experts = useExperts({ approval, search, page })

  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('waiting_experts.title')} lead={t('waiting_experts.lead')} />
      <div className="flex flex-col gap-4">
        <ApprovalFilter chosen={approval} search={search} />
        <SearchForm
          // A search from elsewhere, as by the back button, starts the form anew.
          key={search}
          label={t('waiting_experts.search')}
          search={search}
          onSearch={text => setParams({ approval, ...(text && { search: text }) })}
        />
      </div>
      {experts.isPending && <SkeletonList className="h-64 w-full" />}
      {experts.isError && (
        <Notice
          kind="error"
          title={t('state.failed.title')}
          action={<Button onClick={() => experts.refetch()}>{t('action.retry')}</Button>}
        >
          {messageOf(experts.error)}
        </Notice>
      )}
      {experts.data?.count === 0 && <NoExperts {...{ approval, isSearch: search !== '' }} />}
      {experts.data && experts.data.count > 0 && (
        <section aria-busy={experts.isPlaceholderData} className="flex flex-col gap-4">
          <p aria-live="polite" className="text-muted">
            {t('waiting_experts.count', { count: experts.data.count })}
          </p>
          <ul className="flex flex-col gap-4">
            {experts.data.results.map(expert => (
              <li key={expert.id}>
                <ExpertCard expert={expert} />
              </li>
            ))}
          </ul>
          <Pagination
            {...{ page, pageSize, count: experts.data.count }}
            onPage={next => setParams({ approval, ...(search && { search }), page: String(next) })}
          />
        </section>
      )}
    </div>
  )
}

function NoExperts({ approval, isSearch }: { approval: Approval; isSearch: boolean }) {
  const { t } = useText()
  if (isSearch)
    return <EmptyState title={t('waiting_experts.none_found')}>{t('waiting_experts.none_found_hint')}</EmptyState>
  const isWaiting = approval === 'waiting'
  return (
    <EmptyState title={t(`waiting_experts.none_${approval}`)}>
      {t(isWaiting ? 'waiting_experts.none_waiting_hint' : 'waiting_experts.none_decided_hint')}
    </EmptyState>
  )
}
