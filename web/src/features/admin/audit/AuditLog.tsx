import type { AuditEntry } from '@kutu/contract/admin'
import { getDistrict } from '@kutu/places/districts'
import { ChevronDown, Download } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { downloadFile } from '../../../ui/download/download-file.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { getDistrictName } from '../../../ui/form/DistrictSelect.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { Pagination } from '../../../ui/layout/Pagination.tsx'
import { parsePageParam } from '../../../ui/layout/page-param.ts'
import { AuditDetails } from './AuditDetails.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { describeEntry, subjectTypes, type Translate } from './actions.ts'
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
      {entries.isPending && <SkeletonList count={8} className="h-12 w-full" />}
      {entries.isError && (
        <LoadError error={entries.error} busy={entries.isFetching} onRetry={() => void entries.refetch()} />
      )}
      {entries.data?.count === 0 && (
        <EmptyState
          title={t(isFiltered ? 'audit.none_found' : 'audit.none')}
          action={
            isFiltered && (
              <Button variant="secondary" onClick={() => setParams({})}>
                {t('filter.show_all')}
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
    <Button variant="secondary" busy={isBusy} icon={Download} onClick={() => void download()} className="self-start">
      {t('audit.download')}
    </Button>
  )
}

/** Lists audit entries, each in one line that opens to its details. */
function AuditEntries({ entries }: { entries: readonly AuditEntry[] }) {
  const { t, dateTime } = useTranslation()
  const describePlace = usePlaceDescription()
  return (
    <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-white">
      {entries.map(entry => (
        <li key={entry.id}>
          <details className="group">
            <summary className="flex min-h-12 list-none items-center gap-4 px-4 py-2 -outline-offset-3 hover:bg-leaf-tint [&::-webkit-details-marker]:hidden">
              <span className="grid min-w-0 grow items-center gap-x-6 sm:grid-cols-[11rem_minmax(0,1fr)] lg:grid-cols-[11rem_minmax(0,1fr)_15rem]">
                <time dateTime={entry.at} className="text-sm whitespace-nowrap text-muted">
                  {dateTime(entry.at)}
                </time>
                <span className="wrap-anywhere lg:group-[:not([open])]:truncate">
                  {describeEntry(entry, t as Translate, { system: t('audit.system'), someone: t('audit.someone') })}
                </span>
                <span className="text-sm text-muted max-lg:col-start-[-2] lg:truncate">{describePlace(entry)}</span>
              </span>
              <ChevronDown
                aria-hidden="true"
                className="size-5 shrink-0 text-leaf-ink transition-transform group-open:rotate-180"
              />
            </summary>
            <AuditDetails entry={entry} />
          </details>
        </li>
      ))}
    </ul>
  )
}

/** Returns a function that says where something changed: the kind of thing, and its district or time where the entry has one. */
function usePlaceDescription(): (entry: AuditEntry) => string {
  const { t, dateTime, language } = useTranslation()
  return ({ subject_type, before, after }) => {
    const type = subjectTypes.find(known => known === subject_type)
    const { district, start_time, selected_date } = { ...before, ...after }
    const found = typeof district === 'string' ? getDistrict(district) : undefined
    const at = start_time ?? selected_date
    return [
      type ? t(`audit.type.${type}`) : subject_type,
      found && getDistrictName(found, language),
      typeof at === 'string' && dateTime(at),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}
