import type { Stats } from '@kutu/contract/dashboard'
import { useText } from '../../text/use-text.ts'
import { ChartCard } from './ChartCard.tsx'
import type { Outcomes } from './classes.ts'
import { MonthlyTable, OutcomesTable } from './FiguresTables.tsx'

/** The two charts: what the answers were, and when they were given. */
export function AnalysisCharts({
  outcomes,
  monthly,
  lead,
}: {
  outcomes: Outcomes
  monthly: Stats['monthly']
  lead?: string | undefined
}) {
  const { t } = useText()
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
