import type { AuditEntry } from '@kutu/contract/admin'
import { Download } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { downloadFile } from '../../../ui/download/download-file.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { Pagination } from '../../../ui/layout/Pagination.tsx'
import { parsePageParam } from '../../../ui/layout/page-param.ts'
import { AuditDetails } from './AuditDetails.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { describeEntry, type Translate } from './actions.ts'
import { type Filters, fetchAuditCsv, pageSize, useAuditLog } from './queries.ts'

/** Lists all state changes, newest first. Filters and page are kept in the URL. */
export function AuditLog() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const getParam = (name: keyof Filters) => params.get(name) ?? ''
  const filters: Filters = {
    action: getParam('action'),
    actor: getParam('actor'),
    subject: getParam('subject'),
    from: getParam('from'),
    to: getParam('to'),
  }
  const isFiltered = Object.values(filters).some(Boolean)
  const page = parsePageParam(params)
  const entries = useAuditLog({ ...filters, page })
  const updateParams = (next: Filters & { page?: string }) =>
    setParams(Object.fromEntries(Object.entries(next).filter(([, value]) => value)))

  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('audit.title')} lead={t('audit.lead')} />
      <AuditFilters key={params.toString()} filters={filters} onFilter={updateParams} />
      {entries.isPending && <SkeletonList count={6} className="h-20 w-full" />}
      {entries.isError && (
        <LoadError error={entries.error} busy={entries.isFetching} onRetry={() => void entries.refetch()} />
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
          <DownloadButton filters={filters} />
          {entries.data.results.length > 0 && <AuditEntries entries={entries.data.results} />}
          <Pagination
            {...{ page, pageSize, count: entries.data.count, isCapped: entries.data.count_is_capped }}
            onPageChange={next => updateParams({ ...filters, page: String(next) })}
          />
        </section>
      )}
    </div>
  )
}

/** Downloads the matching entries of all pages. */
function DownloadButton({ filters }: { filters: Filters }) {
  const { t } = useTranslation()
  const { run: download, isBusy } = useAction(async () => {
    downloadFile(await fetchAuditCsv(filters), 'kutu-audit-log.csv', 'text/csv')
  })
  return (
    <Button
      variant="secondary"
      busy={isBusy}
      icon={<Download aria-hidden="true" className="size-5 shrink-0" />}
      onClick={() => void download()}
      className="self-start"
    >
      {t('audit.download')}
    </Button>
  )
}

/**
 * Lists audit entries as rows, on phones as cards. The actor links to a filtered log, and so does the subject in the details.
 */
function AuditEntries({ entries }: { entries: readonly AuditEntry[] }) {
  const { t, dateTime } = useTranslation()
  return (
    <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-white">
      {entries.map(entry => (
        <li key={entry.id} className="flex flex-col px-4 py-2">
          <div className="grid gap-x-6 gap-y-1 pt-2 sm:items-center sm:pt-0 sm:grid-cols-[13rem_minmax(0,1fr)_minmax(0,1fr)]">
            <p>
              <span className="sr-only">{t('audit.at')}: </span>
              <time dateTime={entry.at} className="text-muted">
                {dateTime(entry.at)}
              </time>
            </p>
            <p className="min-w-0 font-bold wrap-anywhere">
              <span className="sr-only">{t('audit.action')}: </span>
              {describeEntry(entry, t as Translate, { system: t('audit.system'), someone: t('audit.someone') })}
            </p>
            <p className="min-w-0 wrap-anywhere">
              <span className="text-muted">{t('audit.actor')}: </span>
              {entry.actor ? (
                <TextLink to={{ search: `?${new URLSearchParams({ actor: entry.actor.username })}` }}>
                  {entry.actor.username}
                </TextLink>
              ) : (
                t('audit.system')
              )}
            </p>
          </div>
          <AuditDetails entry={entry} />
        </li>
      ))}
    </ul>
  )
}
