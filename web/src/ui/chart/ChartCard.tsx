import { clsx } from 'clsx'
import { ChartColumn, Table } from 'lucide-react'
import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '../button/Button.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { Card } from '../layout/Card.tsx'

/**
 * A chart and the table of its figures. Screen readers get only the table. Others see the chart, the table on request,
 * and the table if the chart library cannot be loaded. Both are printed, from a dark screen the table alone.
 */
export function ChartCard<Props extends object>({
  title,
  lead,
  table,
  load,
  chartProps,
  legend,
  labels,
  heightClass = 'h-64',
  isEager = false,
}: {
  title: string
  lead?: ReactNode
  table: ReactNode
  /** Imports the chart with its library. */
  load: () => Promise<ComponentType<Props>>
  chartProps: Props
  /** Explains the marks of the chart, below it. */
  legend?: ReactNode
  /** The names of the button. */
  labels: { asChart: string; asTable: string }
  heightClass?: string
  /** Loads the chart before it comes into view, for a page that is about the chart and may be printed at once. */
  isEager?: boolean
}) {
  const { ref, isInView } = useInView<HTMLDivElement>()
  const [isUnavailable, setUnavailable] = useState(false)
  // The library loads when the chart comes into view, so that the figures do not wait for it.
  const [LazyChart] = useState<ComponentType<Props>>(() =>
    lazy(() =>
      load().then(
        chart => ({ default: chart }),
        () => {
          setUnavailable(true)
          return { default: () => null }
        },
      ),
    ),
  )
  const [isTableChosen, setTableChosen] = useState(false)
  const isTableShown = isTableChosen || isUnavailable
  const Icon = isTableChosen ? ChartColumn : Table
  return (
    <Card title={title} className="min-w-0">
      {lead && <p className="-mt-3 text-sm text-muted">{lead}</p>}
      {!isTableShown && (
        <>
          <div
            ref={ref}
            aria-hidden="true"
            className={clsx('relative min-w-0', heightClass, prefersDark() && 'print:hidden')}
          >
            {(isEager || isInView) && (
              <Suspense fallback={<Skeleton className={clsx('w-full rounded-md', heightClass)} />}>
                {createElement(LazyChart, chartProps)}
              </Suspense>
            )}
          </div>
          {legend}
        </>
      )}
      <div className={isTableShown ? undefined : 'sr-only print:not-sr-only'}>{table}</div>
      {!isUnavailable && (
        <Button
          variant="quiet"
          className="-mb-2 -ml-4 self-start print:hidden"
          icon={Icon}
          aria-description={title}
          onClick={() => setTableChosen(!isTableChosen)}
        >
          {isTableChosen ? labels.asChart : labels.asTable}
        </Button>
      )}
    </Card>
  )
}

/** A canvas keeps the colors of the screen, and those of a dark one cannot be read on paper. */
const prefersDark = () => matchMedia('(prefers-color-scheme: dark)').matches

/** Returns a ref and if its element has been in view. Once true, `isInView` stays true. */
function useInView<Target extends Element>() {
  const ref = useRef<Target>(null)
  const [isInView, setInView] = useState(false)
  useEffect(() => {
    if (!ref.current || isInView) return
    const observer = new IntersectionObserver(entries => {
      if (entries.some(entry => entry.isIntersecting)) setInView(true)
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [isInView])
  return { ref, isInView }
}
