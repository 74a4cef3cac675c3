import { useTranslation } from '../../i18n/use-translation.ts'
import { ChartCard } from './ChartCard.tsx'
import { MonthlyTable, OutcomesTable } from './ChartTables.tsx'
import type { MonthlyOutcomes, Outcomes } from './disease-classes.ts'

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
  return (
    <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
      <ChartCard
        title={t('dashboard.outcomes')}
        lead={lead}
        table={<OutcomesTable outcomes={outcomes} />}
        chart={({ OutcomesChart }) => <OutcomesChart outcomes={outcomes} />}
      />
      <ChartCard
        title={t('dashboard.monthly')}
        lead={lead}
        table={<MonthlyTable monthly={monthly} />}
        chart={({ MonthlyChart }) => <MonthlyChart monthly={monthly} />}
      />
    </div>
  )
}
