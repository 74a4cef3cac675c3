import { scanIntervalFactor } from '@kutu/contract/shared-limits'
import type { DiseaseWarning, WarningState } from '@kutu/contract/warnings'
import { ChevronRight } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useUser } from '../../../api/session/session.ts'
import { getCountryName } from '../../../i18n/country-name.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Badge, type Tone } from '../../../ui/feedback/Badge.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { ChoiceChips } from '../../../ui/form/ChoiceChips.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { Pagination } from '../../../ui/layout/Pagination.tsx'
import { parsePageParam } from '../../../ui/layout/page-param.ts'
import type { DataColumn } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { toNoonUtc } from '../calendar-days.ts'
import { getDiseaseTitle } from '../disease-title.ts'
import { ExpertCountry } from './ExpertCountry.tsx'
import { pageSize, useOutcomes, useSetRecurrence, useWarnings } from './queries.ts'

const states = ['open', 'sms_waiting', 'to_check', 'confirmed', 'withdrawn', 'declined', 'expired'] as const
type OutcomeRow = NonNullable<ReturnType<typeof useOutcomes>['data']>['rows'][number]
const toneByState: Record<WarningState, Tone> = {
  open: 'amber',
  confirmed: 'rust',
  withdrawn: 'plain',
  declined: 'plain',
  expired: 'plain',
}

/** Lists the warnings of a state. Experts see those of their country, which they choose here. */
export function WarningList() {
  const { t } = useTranslation()
  const isExpert = useUser()?.role === 'expert'
  const [params, setParams] = useSearchParams()
  const state = states.find(each => each === params.get('state')) ?? 'open'
  const page = parsePageParam(params)
  const list = useWarnings({ state, page })
  const show = (next: { state: (typeof states)[number]; page: number }) =>
    setParams({ state: next.state, ...(next.page > 1 && { page: String(next.page) }) }, { replace: true })
  return (
    <>
      <PageTitle title={t('menu.warnings')} lead={t('warnings.lead')} />
      {isExpert && <ExpertCountry />}
      <ChoiceChips
        legend={t('filter.show')}
        choices={states.map(value => ({ value, label: t(`warnings.state.${value}`) }))}
        value={state}
        onChange={next => show({ state: next, page: 1 })}
      />
      <Loaded query={list} skeleton={<SkeletonList />}>
        {({ results, count }) => (
          <div aria-busy={list.isPlaceholderData} className="flex flex-col gap-4 aria-busy:opacity-60">
            {results.length === 0 ? (
              <EmptyState title={t('warnings.none')} />
            ) : (
              <ul className="grid gap-3 lg:grid-cols-2">
                {results.map(warning => (
                  <li key={warning.id}>
                    <WarningLink warning={warning} />
                  </li>
                ))}
              </ul>
            )}
            <Pagination {...{ page, pageSize, count }} onPageChange={next => show({ state, page: next })} />
          </div>
        )}
      </Loaded>
      {state === 'to_check' && <OutcomeTable />}
    </>
  )
}

/** How often the rises were real that each method found. */
function OutcomeTable() {
  const { t, number, percent, language } = useTranslation()
  const isAdministrator = useUser()?.role === 'admin'
  const outcomes = useOutcomes()
  const columns = useMemo(
    (): DataColumn<OutcomeRow>[] => [
      {
        id: 'disease',
        header: t('disease.label'),
        cell: row => `${getDiseaseTitle(row, language)}, ${getCountryName(row.country, language)}`,
      },
      { id: 'method', header: t('warnings.method'), cell: ({ method }) => t(`warnings.method.${method}`) },
      ...(['proposed', 'confirmed', 'real', 'not_real'] as const).map(
        (id): DataColumn<OutcomeRow> => ({
          id,
          header: t(`warnings.outcomes.${id}`),
          align: 'end',
          cell: row => number(row[id]),
        }),
      ),
      {
        id: 'value',
        header: t('warnings.outcomes.value'),
        align: 'end',
        cell: ({ predictive_value: value }) =>
          value ? `${percent(value.share, 0)} (${percent(value.low, 0)}–${percent(value.high, 0)})` : '–',
      },
      {
        id: 'recurrence',
        header: t('warnings.outcomes.recurrence'),
        cell: row =>
          isAdministrator ? (
            <div className="[&_label]:sr-only">
              <Recurrence row={row} />
            </div>
          ) : (
            t('warnings.outcomes.weeks', { count: toWeeks(row, row.recurrence_weeks) })
          ),
      },
    ],
    [t, number, percent, language, isAdministrator],
  )
  return (
    <Loaded query={outcomes} skeleton={<SkeletonList count={2} className="h-12" />}>
      {({ rows }) => (
        <DataTable
          title={t('warnings.outcomes')}
          isUnpaged
          {...{ columns, rows }}
          getRowId={({ method, country, crop, disease }) => `${method} ${country} ${crop} ${disease}`}
          getRowLabel={row => getDiseaseTitle(row, language)}
        />
      )}
    </Loaded>
  )
}

const recurrences = [5, 10, 26, 52]
const toWeeks = ({ method }: OutcomeRow, weeks: number) => (method === 'scan' ? weeks * scanIntervalFactor : weeks)

/** How rare by chance an alarm of the disease must be. It is saved as soon as it is chosen, for all methods. */
function Recurrence({ row }: { row: OutcomeRow }) {
  const { country, crop, disease, recurrence_weeks } = row
  const { t } = useTranslation()
  const set = useSetRecurrence()
  const { run: save } = useAction(async (weeks: string) => {
    await set.mutateAsync({ country, crop, disease, recurrence_weeks: Number(weeks) })
    return t('warnings.outcomes.saved')
  })
  return (
    <Select
      label={t('warnings.outcomes.recurrence')}
      value={String(recurrence_weeks)}
      options={[...new Set([...recurrences, recurrence_weeks])].map(weeks => ({
        value: String(weeks),
        label: t('warnings.outcomes.weeks', { count: toWeeks(row, weeks) }),
      }))}
      onChange={save}
    />
  )
}

function WarningLink({ warning }: { warning: DiseaseWarning }) {
  const { t, date, language } = useTranslation()
  const { id, state, district_name: district, country, week, valid_until, is_over, is_cluster } = warning
  const label = warning.withdrawn_at
    ? t('warnings.withdrawn_on', { date: date(warning.withdrawn_at) })
    : valid_until && !is_over
      ? t('warnings.until', { date: date(toNoonUtc(valid_until)) })
      : t(`warnings.state.${state}`)
  return (
    <Link
      to={`/account/disease-warnings/${id}`}
      className="flex h-full items-center justify-between gap-3 rounded-lg border border-line bg-white p-4 hover:border-leaf"
    >
      <span className="flex min-w-0 flex-col items-start gap-1">
        <span className="text-lg font-bold">{getDiseaseTitle(warning, language)}</span>
        <span>{t('warnings.place', { district, country: getCountryName(country, language) })}</span>
        <span className="text-muted">{t('map.week_of', { date: date(toNoonUtc(week)) })}</span>
        <span className="flex flex-wrap gap-2">
          <Badge tone={toneByState[state]}>{label}</Badge>
          {is_cluster && <Badge tone="rust">{t('warnings.several_districts')}</Badge>}
        </span>
        {warning.withdrawal_reason && (
          <span dir="auto" className="line-clamp-3 max-w-full break-words">
            {t('warnings.withdrawal_reason', { reason: warning.withdrawal_reason })}
          </span>
        )}
      </span>
      <ChevronRight aria-hidden="true" className="size-6 shrink-0 text-leaf-ink" />
    </Link>
  )
}
