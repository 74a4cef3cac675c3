import type { AuditEntry } from '@kutu/contract/admin'
import { countryCodes, getDistrict } from '@kutu/places/districts'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Download } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { callApi } from '../../../api/api-client.ts'
import { apiPageQuery } from '../../../api/api-query.ts'
import { getCountryName } from '../../../i18n/country-name.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { downloadFile } from '../../../ui/download/download-file.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { getDistrictName } from '../../../ui/form/DistrictSelect.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FilterFold } from '../../../ui/layout/Accordion.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { Pagination } from '../../../ui/layout/Pagination.tsx'
import { parsePageParam } from '../../../ui/layout/page-param.ts'
import { AuditDetails } from './AuditDetails.tsx'
import { actions, describeAction, type Translate } from './actions.ts'

const pageSize = 20
const textFilters = ['actor', 'subject'] as const
const dayFilters = ['from', 'to'] as const
const filterNames = ['action', ...textFilters, ...dayFilters] as const
type Filters = Record<(typeof filterNames)[number], string>

const withoutEmpty = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value))

const toQuery = (filters: Filters) => ({
  ...withoutEmpty(filters),
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})

/** Lists all state changes, newest first. Filters and page are kept in the URL. */
export function AuditLog() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const filters = Object.fromEntries(filterNames.map(name => [name, params.get(name) ?? ''])) as Filters
  const isFiltered = Object.values(filters).some(Boolean)
  const page = parsePageParam(params)
  const query = { ...toQuery(filters), page, page_size: pageSize }
  const entries = useQuery(apiPageQuery(['audit', query], 'GET /api/admin/audit/', { query }))
  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('menu.audit_log')} />
      <FilterFold isOpenOnWide isSet={isFiltered}>
        <AuditFilters key={params.toString()} filters={filters} onFilter={next => setParams(withoutEmpty(next))} />
      </FilterFold>
      <Loaded query={entries} skeleton={<SkeletonList count={8} className="h-12 w-full" />}>
        {({ count, count_is_capped: isCapped, results }) =>
          count === 0 ? (
            <EmptyState
              title={t(isFiltered ? 'audit.none_found' : 'audit.none')}
              action={
                isFiltered && (
                  <Button variant="secondary" onClick={() => setParams({})}>
                    {t('filter.show_all')}
                  </Button>
                )
              }
            />
          ) : (
            <section aria-busy={entries.isPlaceholderData} className="flex flex-col gap-4">
              <DownloadButton filters={filters} />
              {results.length > 0 && <AuditEntries entries={results} />}
              <Pagination
                {...{ page, pageSize, count, isCapped }}
                onPageChange={next => setParams({ ...withoutEmpty(filters), page: String(next) })}
              />
            </section>
          )
        }
      </Loaded>
    </div>
  )
}

function AuditFilters({ filters, onFilter }: { filters: Filters; onFilter: (filters: Filters) => void }) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: filters,
    onSubmit: async ({ actor, subject, ...others }) =>
      onFilter({ ...others, actor: actor.trim(), subject: subject.trim() }),
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: not all supported browsers know <search>
    <form
      role="search"
      onSubmit={form.submit}
      className="grid grid-cols-1 items-end gap-4 pt-2 sm:grid-cols-2 xl:grid-cols-3"
    >
      <Select
        {...form.control('action')}
        label={t('audit.action')}
        options={[
          { value: '', label: t('audit.every_action') },
          ...actions.map(value => ({ value, label: describeAction(value, '…', t as Translate) })),
        ]}
      />
      {textFilters.map(name => (
        <TextField
          key={name}
          {...form.text(name)}
          label={t(`audit.${name}`)}
          maxLength={name === 'subject' ? 200 : 60}
          autoCapitalize="none"
          spellCheck={false}
        />
      ))}
      {dayFilters.map(name => (
        <TextField key={name} {...form.text(name)} type="date" label={t(`audit.${name}`)} />
      ))}
      <Button type="submit" variant="secondary">
        {t('filter.show')}
      </Button>
    </form>
  )
}

/** Downloads the matching entries of all pages. */
function DownloadButton({ filters }: { filters: Filters }) {
  const { t } = useTranslation()
  const { run: download, isBusy } = useAction(async () => {
    const csv = await callApi('GET /api/admin/audit/export.csv', { query: toQuery(filters) })
    downloadFile(csv, 'kutu-audit-log.csv', 'text/csv')
  })
  return (
    <Button variant="secondary" busy={isBusy} icon={Download} onClick={() => void download()} className="self-start">
      {t('audit.download')}
    </Button>
  )
}

/** Lists audit entries by day, each in one line that opens to its details. */
function AuditEntries({ entries }: { entries: readonly AuditEntry[] }) {
  const { date, time } = useTranslation()
  const describe = useEntryDescription()
  return (
    <ul className="flex flex-col divide-y divide-line overflow-hidden rounded-lg border border-line bg-white">
      {entries.map((entry, i) => (
        <li key={entry.id}>
          {date(entry.at) !== date(entries[i - 1]?.at ?? new Date(0)) && (
            <h2 className="border-b border-line bg-leaf-tint px-3 py-1 text-sm">{date(entry.at)}</h2>
          )}
          <details className="group">
            <summary className="flex min-h-12 list-none items-center gap-2 px-3 py-2 -outline-offset-3 hover:bg-leaf-tint max-sm:text-sm [&::-webkit-details-marker]:hidden">
              <time dateTime={entry.at} className="text-sm text-muted tabular-nums">
                {time(entry.at)}
              </time>
              <span className="min-w-0 grow wrap-anywhere group-[:not([open])]:truncate">{describe(entry)}</span>
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

/** Returns a function that says in a line who did what, to whom or what, and the district, country or time of it. */
function useEntryDescription(): (entry: AuditEntry) => string {
  const { t, dateTime, language } = useTranslation()
  return ({ action, actor, subject_type, subject_name, before, after }) => {
    const who = actor?.username ?? (subject_type === 'user' ? (subject_name ?? t('audit.someone')) : t('audit.system'))
    const values: Record<string, unknown> = { ...before, ...after }
    const getText = (name: string) => (typeof values[name] === 'string' ? values[name] : '')
    const district = getDistrict(getText('district'))
    const country = countryCodes.find(code => code === values.country)
    const time = getText('start_time') || getText('selected_date')
    return [
      describeAction(action, who, t as Translate),
      subject_name !== who && subject_name,
      district
        ? district.name !== subject_name && getDistrictName(district, language)
        : country && getCountryName(country, language),
      time && dateTime(time),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}
