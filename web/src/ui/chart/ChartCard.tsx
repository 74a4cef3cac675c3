import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChartColumn, Table } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../button/Button.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { Card } from '../layout/Card.tsx'
import { useInView } from '../use-in-view.ts'

/** A module with charts, which contains the chart library. */
export type ChartModule<Charts> = {
  /** Its name among the queries. */
  name: string
  load: () => Promise<Charts>
}

/** Loads the chart library when a chart comes into view, so that the figures do not wait for it. */
const useCharts = <Charts,>({ name, load }: ChartModule<Charts>, isEnabled: boolean) =>
  useQuery({
    enabled: isEnabled,
    queryKey: ['charts', name],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })

/**
 * A chart and the table of its figures. Screen readers get only the table. Others see the chart, the table on request,
 * and the table if the chart library cannot be loaded. Both are printed.
 */
export function ChartCard<Charts>({
  title,
  lead,
  table,
  chart,
  legend,
  module,
  labels,
  heightClass = 'h-64',
  isEager = false,
}: {
  title: string
  lead?: ReactNode
  table: ReactNode
  chart: (charts: Charts) => ReactNode
  /** Explains the marks of the chart, below it. */
  legend?: ReactNode
  module: ChartModule<Charts>
  /** The names of the button. */
  labels: { asChart: string; asTable: string }
  heightClass?: string
  /** Loads the chart before it comes into view, for a page that is about the chart and may be printed at once. */
  isEager?: boolean
}) {
  const { ref, isInView } = useInView<HTMLDivElement>()
  const { data: charts, isError } = useCharts(module, isEager || isInView)
  const [isTableChosen, setTableChosen] = useState(false)
  const isTableShown = isTableChosen || isError
  const Icon = isTableChosen ? ChartColumn : Table
  return (
    <Card title={title} className="min-w-0">
      {lead && <p className="-mt-3 text-sm text-muted">{lead}</p>}
      {!isTableShown && (
        <>
          <div ref={ref} aria-hidden="true" className={clsx('relative min-w-0', heightClass)}>
            {/* No animation out of view. */}
            {charts ? chart(charts) : isInView && <Skeleton className={clsx('w-full rounded-md', heightClass)} />}
          </div>
          {legend}
        </>
      )}
      <div className={isTableShown ? undefined : 'sr-only print:not-sr-only'}>{table}</div>
      {!isError && (
        <Button
          variant="quiet"
          className="-mb-2 -ml-4 self-start print:hidden"
          icon={<Icon aria-hidden="true" className="size-5 shrink-0" />}
          aria-description={title}
          onClick={() => setTableChosen(!isTableChosen)}
        >
          {isTableChosen ? labels.asChart : labels.asTable}
        </Button>
      )}
    </Card>
  )
}
