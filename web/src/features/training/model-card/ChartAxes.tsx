import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** The plot area in SVG units. */
const plotArea = { left: 62, top: 10, width: 240, height: 200 }
const chartSize = { width: 320, height: 262 }
const ticks = [0, 0.25, 0.5, 0.75, 1]

export type ToPixels = (x: number, y: number) => { x: number; y: number }

/**
 * Draws axes from 0 to 1 (x) and from 0 to `maxY` (y). `children` converts its data points with `toPixels`. Screen
 * readers see one image, so show the data in a table as well.
 */
export function ChartAxes({
  label,
  xLabel,
  yLabel,
  maxY = 1,
  children,
}: {
  label: string
  xLabel: string
  yLabel: string
  maxY?: number
  children: (toPixels: ToPixels) => ReactNode
}) {
  const { percent } = useTranslation()
  const toPixels: ToPixels = (x, y) => ({
    x: plotArea.left + x * plotArea.width,
    y: plotArea.top + (1 - y / maxY) * plotArea.height,
  })
  const bottom = plotArea.top + plotArea.height
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${chartSize.width} ${chartSize.height}`}
      className="w-full max-w-xl"
    >
      {ticks.map(tick => {
        const { x } = toPixels(tick, 0)
        const { y } = toPixels(0, tick * maxY)
        return (
          <g key={tick}>
            <line x1={plotArea.left} x2={plotArea.left + plotArea.width} y1={y} y2={y} className="stroke-line" />
            <text x={plotArea.left - 6} y={y + 4} textAnchor="end" fontSize={12} className="fill-muted">
              {percent(tick * maxY, maxY < 0.2 ? 1 : 0)}
            </text>
            <text x={x} y={bottom + 18} textAnchor="middle" fontSize={12} className="fill-muted">
              {percent(tick, 0)}
            </text>
          </g>
        )
      })}
      <text
        x={plotArea.left + plotArea.width / 2}
        y={chartSize.height - 12}
        textAnchor="middle"
        fontSize={13}
        className="fill-ink"
      >
        {xLabel}
      </text>
      <text
        transform={`translate(12 ${plotArea.top + plotArea.height / 2}) rotate(-90)`}
        textAnchor="middle"
        fontSize={13}
        className="fill-ink"
      >
        {yLabel}
      </text>
      {children(toPixels)}
    </svg>
  )
}
