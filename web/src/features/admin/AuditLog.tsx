import { useSearchParams } from 'react-router'
import { messageOf } from '../../api/errors.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { SkeletonList } from '../../ui/Skeleton.tsx'
import { AuditEntries } from './AuditEntries.tsx'
import { AuditFilters, type Filters } from './AuditFilters.tsx'
import { pageIn } from './page-in.ts'
import { pageSize, useAudit } from './queries.ts'

/** Every change of state, newest first. The address holds the filters and the page. */
export function AuditLog() {
  const { t } = useText()
  const [params, setParams] = useSearchParams()
  const named = (name: keyof Filters) => params.get(name) ?? ''
  const filters = { action: named('action'), actor: named('actor'), subject_id: named('subject_id') }
  const isFiltered = Object.values(filters).some(Boolean)
  const page = pageIn(params)
  const entries = useAudit({ ...filters, page })
  const goTo = (next: Filters & { page?: string }) =>
    setParams(Object.fromEntries(Object.entries(next).filter(([, value]) => value)))

  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('audit.title')} lead={t('audit.lead')} />
      <AuditFilters key={params.toString()} filters={filters} onFilter={goTo} />
      {entries.isPending && <SkeletonList count={6} className="h-20 w-full" />}
      {entries.isError && (
        <Notice
          kind="error"
          title={t('state.failed.title')}
          action={<Button onClick={() => entries.refetch()}>{t('action.retry')}</Button>}
        >
          {messageOf(entries.error)}
        </Notice>
      )}
      {entries.data?.count === 0 && (
        <EmptyState
          title={t(isFiltered ? 'audit.none_found' : 'audit.none')}
          action={
            isFiltered && (
              <Button variant="secondary" onClick={() => setParams({})}>
                {t('audit.clear')}
              </Button>
            )
          }
        >
          {!isFiltered && t('audit.none_hint')}
        </EmptyState>
      )}
      {entries.data && entries.data.count > 0 && (
        <section aria-busy={entries.isPlaceholderData} className="flex flex-col gap-4">
          {entries.data.results.length > 0 && <AuditEntries entries={entries.data.results} />}
          <Pagination
            {...{ page, pageSize, count: entries.data.count }}
            onPage={next => goTo({ ...filters, page: String(next) })}
          />
        </section>
      )}
    </div>
  )
}
