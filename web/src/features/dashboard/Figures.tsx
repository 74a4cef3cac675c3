import type { Role } from '@kutu/contract/common'
import type { DashboardStats } from '@kutu/contract/dashboard'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ChartCard } from '../../ui/chart/ChartCard.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../ui/feedback/Skeleton.tsx'
import { MonthlyTable, OutcomesTable } from './ChartTables.tsx'
import type { MonthlyOutcomes, Outcomes } from './disease-classes.ts'
import { countApart, countOwnOutcomes, hasUnsureAnswers, sumOutcomes } from './disease-classes.ts'
import { statsQuery } from './queries.ts'
import { StatCards } from './StatCards.tsx'
import { getFigureCards, statCards } from './stat-cards.ts'

/** The stat cards of a role, and the two charts. */
export function Figures({ role }: { role: Role }) {
  return (
    <Loaded query={useQuery(statsQuery())} skeleton={<SkeletonList count={2} className="h-80 w-full" />}>
      {stats => <StatsContent stats={stats} role={role} />}
    </Loaded>
  )
}

function StatsContent({ stats, role }: { stats: DashboardStats; role: Role }) {
  const { t, dateTime } = useTranslation()
  const { place } = stats
  const outcomes = place ? countApart(place.outcomes, place.outcomes.unsure) : countOwnOutcomes(stats)
  const monthly = (place?.monthly ?? stats.monthly).map(({ month, unsure, ...counts }) => ({
    month,
    ...countApart(counts, unsure),
  }))
  return (
    <div className="flex flex-col gap-6">
      <StatCards title={t('dashboard.figures')} cards={statCards[role](stats)} />
      {role === 'expert' && place && (
        <StatCards title={t('dashboard.all_figures')} cards={getFigureCards(place)} hasHeading />
      )}
      {hasUnsureAnswers([outcomes]) && <p>{t('dashboard.unsure', { count: outcomes.unsure })}</p>}
      {role === 'farmer' || sumOutcomes(outcomes) > 0 ? (
        <AnalysisCharts outcomes={outcomes} monthly={monthly} lead={place ? t('dashboard.of_all') : undefined} />
      ) : (
        <EmptyState title={t('dashboard.empty.title')}>{t('dashboard.empty.place')}</EmptyState>
      )}
      {place && <p className="text-sm text-muted">{t('dashboard.counted_at', { time: dateTime(place.countedAt) })}</p>}
    </div>
  )
}

const loadOutcomesChart = async () => (await import('./Charts.tsx')).OutcomesChart
const loadMonthlyChart = async () => (await import('./Charts.tsx')).MonthlyChart

/** The two charts: results by class, and results by month. */
function AnalysisCharts({
  outcomes,
  monthly,
  lead,
}: {
  outcomes: Outcomes
  monthly: readonly MonthlyOutcomes[]
  lead?: string | undefined
}) {
  const { t } = useTranslation()
  const labels = { asChart: t('chart.as_chart'), asTable: t('chart.as_table') }
  return (
    <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
      <ChartCard
        title={t('dashboard.outcomes')}
        {...{ lead, labels }}
        load={loadOutcomesChart}
        chartProps={{ outcomes }}
        table={<OutcomesTable outcomes={outcomes} />}
      />
      <ChartCard
        title={t('dashboard.monthly')}
        {...{ lead, labels }}
        load={loadMonthlyChart}
        chartProps={{ monthly }}
        table={<MonthlyTable monthly={monthly} />}
      />
    </div>
  )
}
