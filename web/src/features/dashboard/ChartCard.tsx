import { useQuery } from '@tanstack/react-query'
import { ChartColumn, Table } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { useInView } from '../../ui/use-in-view.ts'

export type Charts = typeof import('./Charts.tsx')

/** Loads the chart library when a chart comes into view, so that the figures do not wait for it. */
const useCharts = (isEnabled: boolean) =>
  useQuery({
    enabled: isEnabled,
    queryKey: ['charts'],
    queryFn: () => import('./Charts.tsx'),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })

/**
 * A chart and the table of its figures. Screen readers get only the table. Others see the chart, the table on request,
 * and the table if the chart library cannot be loaded.
 */
export function ChartCard({
  title,
  lead,
  table,
  chart,
}: {
  title: string
  lead?: string | undefined
  table: ReactNode
  chart: (charts: Charts) => ReactNode
}) {
  const { t } = useTranslation()
  const { ref, isInView } = useInView<HTMLDivElement>()
  const { data: charts, isError } = useCharts(isInView)
  const [isTableChosen, setTableChosen] = useState(false)
  const isTableShown = isTableChosen || isError
  const Icon = isTableChosen ? ChartColumn : Table
  return (
    <Card title={title} className="min-w-0">
      {lead && <p className="-mt-3 text-sm text-muted">{lead}</p>}
      {!isTableShown && (
        <div ref={ref} aria-hidden="true" className="relative h-64 min-w-0">
          {/* No animation out of view. */}
          {charts ? chart(charts) : isInView && <Skeleton className="h-64 w-full rounded-md" />}
        </div>
      )}
      <div className={isTableShown ? undefined : 'sr-only'}>{table}</div>
      {!isError && (
        <Button
          variant="quiet"
          className="-mb-2 -ml-4 self-start"
          icon={<Icon aria-hidden="true" className="size-5 shrink-0" />}
          aria-description={title}
          onClick={() => setTableChosen(!isTableChosen)}
        >
          {t(isTableChosen ? 'dashboard.as_chart' : 'dashboard.as_table')}
        </Button>
      )}
    </Card>
  )
}
