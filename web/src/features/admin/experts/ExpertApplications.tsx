import type { ExpertApplication } from '@kutu/contract/accounts/accounts'
import { approvalActions } from '@kutu/contract/accounts/expert-approval'
import type { CountryCode } from '@kutu/places/districts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { runForEach } from '../../../ui/feedback/run-for-each.ts'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { SearchForm } from '../../../ui/form/SearchForm.tsx'
import { LinkChips } from '../../../ui/layout/LinkChips.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { Pagination } from '../../../ui/layout/Pagination.tsx'
import { parsePageParam } from '../../../ui/layout/page-param.ts'
import { useRowSelection } from '../../../ui/table/use-row-selection.ts'
import { ExpertCard } from './ExpertCard.tsx'
import { type ExpertFilter, expertFilters, pageSize, useDecideExpert, useExpertApplications } from './queries.ts'

const parseApproval = (value: string | null): ExpertFilter =>
  expertFilters.find(filter => filter === value) ?? 'waiting'

const noExperts: readonly ExpertApplication[] = []

/** Lists expert applications by state, with approve and decline. Filters and page are kept in the URL. */
export function ExpertApplications() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const approval = parseApproval(params.get('approval'))
  const search = params.get('search') ?? ''
  const page = parsePageParam(params)
  const experts = useExpertApplications({ approval, search, page })
  const { selectedRows, selectionProps, clearSelection } = useRowSelection(
    experts.data?.results ?? noExperts,
    ({ approval }) => (approvalActions[approval] as readonly string[]).includes('approve'),
  )
  const { selectedIds, onSelectionChange } = selectionProps
  const [countries, setCountries] = useState<Readonly<Record<string, CountryCode | null>>>({})
  const getCountry = ({ id, country }: ExpertApplication) => (countries[id] === undefined ? country : countries[id])

  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('waiting_experts.title')} lead={t('waiting_experts.lead')} />
      <div className="flex flex-col gap-4">
        <ApprovalFilter selected={approval} search={search} />
        <SearchForm
          // Remounts the form when the search changes elsewhere, such as by the Back button.
          key={search}
          label={t('waiting_experts.search')}
          search={search}
          onSearch={text => setParams({ approval, ...(text && { search: text }) })}
        />
      </div>
      {experts.isPending && <SkeletonList className="h-64 w-full" />}
      {experts.isError && (
        <LoadError error={experts.error} busy={experts.isFetching} onRetry={() => void experts.refetch()} />
      )}
      {experts.data?.count === 0 && <NoApplications {...{ approval, isSearch: search !== '' }} />}
      {experts.data && experts.data.count > 0 && (
        <section aria-busy={experts.isPlaceholderData} className="flex flex-col gap-4">
          <p aria-live="polite" className="text-muted">
            {t('waiting_experts.count', { count: experts.data.count })}
          </p>
          <ul className="flex flex-col gap-4">
            {experts.data.results.map(expert => (
              <li key={expert.id}>
                <ExpertCard
                  expert={expert}
                  country={getCountry(expert)}
                  onCountry={country => setCountries({ ...countries, [expert.id]: country })}
                  isSelected={selectedIds.includes(expert.id)}
                  onSelect={isOn =>
                    onSelectionChange(isOn ? [...selectedIds, expert.id] : selectedIds.filter(id => id !== expert.id))
                  }
                />
              </li>
            ))}
          </ul>
          <ApproveSelectedBar experts={selectedRows} getCountry={getCountry} onDone={clearSelection} />
          <Pagination
            {...{ page, pageSize, count: experts.data.count, isCapped: experts.data.count_is_capped }}
            onPageChange={next => setParams({ approval, ...(search && { search }), page: String(next) })}
          />
        </section>
      )}
    </div>
  )
}

function NoApplications({ approval, isSearch }: { approval: ExpertFilter; isSearch: boolean }) {
  const { t } = useTranslation()
  if (isSearch)
    return <EmptyState title={t('waiting_experts.none_found')}>{t('waiting_experts.none_found_hint')}</EmptyState>
  const isWaiting = approval === 'waiting'
  return (
    <EmptyState title={t(`waiting_experts.none_${approval}`)}>
      {t(isWaiting ? 'waiting_experts.none_waiting_hint' : 'waiting_experts.none_decided_hint')}
    </EmptyState>
  )
}

/** Filters applications by state. */
function ApprovalFilter({ selected, search }: { selected: ExpertFilter; search: string }) {
  const { t } = useTranslation()
  const buildSearch = (approval: ExpertFilter) => `?${new URLSearchParams({ approval, ...(search && { search }) })}`
  return (
    <LinkChips
      isFilter
      label={t('waiting_experts.filter')}
      chips={expertFilters.map(approval => ({
        ...{ id: approval, label: t(`waiting_experts.${approval}`), to: buildSearch(approval) },
        isCurrent: approval === selected,
      }))}
    />
  )
}

/** Approves the selected experts. Sticks to the bottom while there are some. Declining needs a reason for each. */
function ApproveSelectedBar({
  experts,
  getCountry,
  onDone,
}: {
  experts: readonly ExpertApplication[]
  getCountry: (expert: ExpertApplication) => CountryCode | null
  onDone: () => void
}) {
  const { t } = useTranslation()
  const { mutateAsync } = useDecideExpert()
  const { run: approve, isBusy } = useAction(() =>
    runForEach(
      experts,
      expert => mutateAsync({ id: expert.id, action: 'approve', country: getCountry(expert) }),
      done => t('waiting_experts.approved_several', { count: done.length }),
    ),
  )
  const count = experts.length
  if (count === 0) return null
  return (
    <section
      aria-label={t('table.selected', { count })}
      className="sticky bottom-20 z-10 flex flex-wrap items-center justify-between gap-4 rounded-lg border border-leaf bg-white p-2 sm:pl-4 md:bottom-4"
    >
      <p aria-live="polite" className="font-bold max-sm:sr-only">
        {t('table.selected', { count })}
      </p>
      <Button className="max-sm:grow" busy={isBusy} onClick={() => void approve().then(onDone)}>
        {t('waiting_experts.approve_chosen', { count })}
      </Button>
    </section>
  )
}
