import { useQuery } from '@tanstack/react-query'
import { ChartColumn, Table } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useInSight } from '../../ui/use-in-sight.ts'

export type Charts = typeof import('./Charts.tsx')

/** The drawing library arrives after the figures, which do not wait for it, and only for who scrolls down to the charts. */
const useCharts = (isWanted: boolean) =>
  useQuery({
    enabled: isWanted,
    queryKey: ['charts'],
    queryFn: () => import('./Charts.tsx'),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })

/**
 * A chart and the table of its figures. A screen reader is given the table alone; everybody else sees the chart, the table
 * at a press, and the table where the chart could not be had.
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
  const { t } = useText()
  const { ref, isInSight } = useInSight<HTMLDivElement>()
  const { data: charts, isError } = useCharts(isInSight)
  const [isTable, setTable] = useState(false)
  const isTableShown = isTable || isError
  const Icon = isTable ? ChartColumn : Table
  return (
    <Card title={title} className="min-w-0">
      {lead && <p className="-mt-3 text-sm text-muted">{lead}</p>}
      {!isTableShown && (
        <div ref={ref} aria-hidden="true" className="relative h-64 min-w-0">
          {/* Nothing pulses out of sight. */}
          {charts ? chart(charts) : isInSight && <Skeleton className="h-64 w-full rounded-md" />}
        </div>
      )}
      <div className={isTableShown ? undefined : 'sr-only'}>{table}</div>
      {!isError && (
        <Button
          variant="quiet"
          className="-mb-2 -ml-4 self-start"
          icon={<Icon aria-hidden="true" className="size-5 shrink-0" />}
          aria-description={title}
          onClick={() => setTable(!isTable)}
        >
          {t(isTable ? 'dashboard.as_chart' : 'dashboard.as_table')}
        </Button>
      )}
    </Card>
  )
}
