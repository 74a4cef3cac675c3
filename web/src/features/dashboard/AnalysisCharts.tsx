import { useTranslation } from '../../i18n/use-translation.ts'
import { ChartCard } from '../../ui/chart/ChartCard.tsx'
import { MonthlyTable, OutcomesTable } from './ChartTables.tsx'
import type { MonthlyOutcomes, Outcomes } from './disease-classes.ts'

const charts = { name: 'dashboard', load: () => import('./Charts.tsx') }

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
        module={charts}
        table={<OutcomesTable outcomes={outcomes} />}
        chart={({ OutcomesChart }) => <OutcomesChart outcomes={outcomes} />}
      />
      <ChartCard
        title={t('dashboard.monthly')}
        {...{ lead, labels }}
        module={charts}
        table={<MonthlyTable monthly={monthly} />}
        chart={({ MonthlyChart }) => <MonthlyChart monthly={monthly} />}
      />
    </div>
  )
}
