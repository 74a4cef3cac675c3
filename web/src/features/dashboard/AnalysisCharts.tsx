import { useTranslation } from '../../i18n/use-translation.ts'
import { ChartCard } from '../../ui/chart/ChartCard.tsx'
import { MonthlyTable, OutcomesTable } from './ChartTables.tsx'
import type { MonthlyOutcomes, Outcomes } from './disease-classes.ts'

const loadOutcomesChart = async () => (await import('./Charts.tsx')).OutcomesChart
const loadMonthlyChart = async () => (await import('./Charts.tsx')).MonthlyChart

/** The two charts: results by class, and results by month. */
export function AnalysisCharts({
  outcomes,
  monthly,
  lead,
}: {
  outcomes: Outcomes
  monthly: readonly MonthlyOutcomes[]
  lead?: string | undefined
}) {
  const { t } = useTranslation()
  const labels = { asChart: t('dashboard.as_chart'), asTable: t('dashboard.as_table') }
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
