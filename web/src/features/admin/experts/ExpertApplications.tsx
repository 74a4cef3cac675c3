import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { apiPageQuery } from '../../../api/api-query.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { SearchForm } from '../../../ui/form/SearchForm.tsx'
import { LinkChips } from '../../../ui/layout/LinkChips.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { Pagination } from '../../../ui/layout/Pagination.tsx'
import { parsePageParam } from '../../../ui/layout/page-param.ts'
import { ExpertCard } from './ExpertCard.tsx'

const pageSize = 20
/** The lists of experts: by approval, and those whose changed qualifications wait. */
const filters = ['waiting', 'changed', 'approved', 'declined'] as const

/** Lists expert applications by state, with approve and decline. Filters and page are kept in the URL. */
export function ExpertApplications() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const approval = filters.find(filter => filter === params.get('approval')) ?? 'waiting'
  const search = params.get('search') ?? ''
  const page = parsePageParam(params)
  const query = { approval, search, page, page_size: pageSize }
  const experts = useQuery(apiPageQuery(['experts', query], 'GET /api/admin/experts/', { query }))
  const withSearch = (text: string) => (text ? { search: text } : {})

  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('menu.waiting_experts')} />
      <div className="flex flex-col gap-4">
        <LinkChips
          isFilter
          label={t('waiting_experts.filter')}
          chips={filters.map(id => ({
            id,
            label: t(`waiting_experts.${id}`),
            isCurrent: id === approval,
            to: `?${new URLSearchParams({ approval: id, ...withSearch(search) })}`,
          }))}
        />
        <SearchForm
          // Remounts the form when the search changes elsewhere, such as by the Back button.
          key={search}
          label={t('waiting_experts.search')}
          search={search}
          onSearch={text => setParams({ approval, ...withSearch(text) })}
        />
      </div>
      <Loaded query={experts} skeleton={<SkeletonList className="h-64 w-full" />}>
        {({ count, count_is_capped: isCapped, results }) =>
          count === 0 ? (
            <EmptyState title={t('waiting_experts.none_found')} />
          ) : (
            <section aria-busy={experts.isPlaceholderData} className="flex flex-col gap-4">
              <ul className="flex flex-col gap-4">
                {results.map(expert => (
                  <li key={expert.id}>
                    <ExpertCard expert={expert} />
                  </li>
                ))}
              </ul>
              <Pagination
                {...{ page, pageSize, count, isCapped }}
                onPageChange={next => setParams({ approval, ...withSearch(search), page: String(next) })}
              />
            </section>
          )
        }
      </Loaded>
    </div>
  )
}
