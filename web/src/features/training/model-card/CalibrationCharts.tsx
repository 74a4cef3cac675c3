import type { DatasetFigures, ModelDetails } from '@kutu/contract/training/training'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { MetricTable } from './MetricTable.tsx'
import { useMetricNames } from './use-metric-names.ts'

type DetailedMetrics = DatasetFigures & { detail: NonNullable<DatasetFigures['detail']> }
type ChartData = { figures: DetailedMetrics; set: string }

/** Draws a reliability diagram and a risk-coverage curve for each test set. */
export function CalibrationCharts({ card: { measured } }: { card: ModelDetails }) {
  const { t } = useTranslation()
  const { setName, sortSets } = useMetricNames()
  const charts = sortSets(measured).flatMap(([name, figures]): ChartData[] =>
    name !== 'val' && figures.detail ? [{ set: setName(name), figures: { ...figures, detail: figures.detail } }] : [],
  )
  if (charts.length === 0) return null
  // One scale for all sets, so that they can be compared.
  const maxRisk =
    Math.ceil(Math.max(riskStep, ...charts.map(({ figures }) => getMaxRisk(figures))) / riskStep) * riskStep
  return (
    <>
      <Card title={t('model_card.reliability')}>
        <p className="max-w-prose text-muted">{t('model_card.reliability_note')}</p>
        <div className="grid gap-6 lg:grid-cols-2">
          {charts.map(chart => (
            <ReliabilityDiagram key={chart.set} {...chart} />
          ))}
        </div>
      </Card>
      <Card title={t('model_card.risk')}>
        <p className="max-w-prose text-muted">{t('model_card.risk_note')}</p>
        <div className="grid gap-6 lg:grid-cols-2">
          {charts.map(chart => (
            <RiskCoverageCurve key={chart.set} {...chart} maxRisk={maxRisk} />
          ))}
        </div>
      </Card>
    </>
  )
}

function ReliabilityDiagram({ figures: { ece, detail }, set }: ChartData) {
  const { t, percent, number } = useTranslation()
  const bins = detail.reliability
    .map(([photos, confidence, accuracy], index) => ({
      photos,
      confidence,
      accuracy,
      lower: index / 10,
      upper: (index + 1) / 10,
    }))
    .filter(({ photos }) => photos > 0)
  const maxPhotos = Math.max(...bins.map(({ photos }) => photos))
  const rows = bins.map(({ photos, confidence, accuracy, lower, upper }) => ({
    id: String(lower),
    title: `${percent(lower, 0)}–${percent(upper, 0)}`,
    cells: [number(photos), percent(confidence, 1), percent(accuracy, 1)],
  }))
  const caption = t('model_card.reliability_of', { set, ece: percent(ece, 1) })
  return (
    <ChartFigure
      title={caption}
      table={
        <MetricTable
          caption={caption}
          rowHeader={t('model_card.bin')}
          columns={[t('model_card.photos'), t('model_card.axis_confidence'), t('model_card.axis_right')]}
          rows={rows}
        />
      }
    >
      <ChartAxes label={caption} xLabel={t('model_card.axis_confidence')} yLabel={t('model_card.axis_right')}>
        {toPixels => (
          <>
            <line
              x1={toPixels(0, 0).x}
              y1={toPixels(0, 0).y}
              x2={toPixels(1, 1).x}
              y2={toPixels(1, 1).y}
              strokeDasharray="5 5"
              strokeWidth={1.5}
              className="stroke-muted"
            />
            {bins.map(({ photos, confidence, accuracy, lower }) => (
              <circle
                key={lower}
                cx={toPixels(confidence, accuracy).x}
                cy={toPixels(confidence, accuracy).y}
                r={3 + 7 * Math.sqrt(photos / maxPhotos)}
                className="fill-leaf stroke-white"
              />
            ))}
          </>
        )}
      </ChartAxes>
    </ChartFigure>
  )
}

const riskStep = 0.05
const getMaxRisk = ({ detail, right_of_answered }: DetailedMetrics) =>
  Math.max(1 - right_of_answered.share, ...detail.risk_coverage.map(([, risk]) => risk))

function RiskCoverageCurve({
  figures: { detail, answered, right_of_answered },
  set,
  maxRisk,
}: ChartData & { maxRisk: number }) {
  const { t, percent } = useTranslation()
  const points = detail.risk_coverage.map(([coverage, risk, confidence]) => ({ coverage, risk, confidence }))
  const operatingPoint = { coverage: answered.share, risk: 1 - right_of_answered.share }
  const rows = points.map(({ coverage, risk, confidence }) => ({
    id: String(confidence),
    title: percent(confidence, 2),
    cells: [percent(coverage, 1), percent(risk, 1)],
  }))
  const caption = t('model_card.risk_of', {
    set,
    answered: percent(operatingPoint.coverage, 1),
    wrong: percent(operatingPoint.risk, 1),
  })
  return (
    <ChartFigure
      title={caption}
      table={
        <MetricTable
          caption={caption}
          rowHeader={t('model_card.from_confidence')}
          columns={[t('model_card.axis_answered'), t('model_card.axis_wrong')]}
          rows={rows}
        />
      }
    >
      <ChartAxes
        label={caption}
        xLabel={t('model_card.axis_answered')}
        yLabel={t('model_card.axis_wrong')}
        maxY={maxRisk}
      >
        {toPixels => {
          const line = points.map(({ coverage, risk }) => toPixels(coverage, risk))
          const { x, y } = toPixels(operatingPoint.coverage, operatingPoint.risk)
          return (
            <>
              <polyline
                points={line.map(point => `${point.x},${point.y}`).join(' ')}
                fill="none"
                strokeWidth={2.5}
                className="stroke-rust"
              />
              <circle cx={x} cy={y} r={6} strokeWidth={2.5} className="fill-white stroke-ink" />
            </>
          )
        }}
      </ChartAxes>
    </ChartFigure>
  )
}

/** A chart with its data in a collapsible table. */
function ChartFigure({ title, table, children }: { title: string; table: ReactNode; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="font-bold">{title}</figcaption>
      {children}
      <details className="group">
        <summary className="flex min-h-12 list-none items-center gap-2 font-bold text-leaf-ink [&::-webkit-details-marker]:hidden">
          {t('model_card.numbers')}
          <ChevronDown aria-hidden="true" className="size-5 transition-transform group-open:rotate-180" />
        </summary>
        {table}
      </details>
    </figure>
  )
}

/** The plot area in SVG units. */
const plotArea = { left: 62, top: 10, width: 240, height: 200 }
const chartSize = { width: 320, height: 262 }
const ticks = [0, 0.25, 0.5, 0.75, 1]

type ToPixels = (x: number, y: number) => { x: number; y: number }

/**
 * Draws axes from 0 to 1 (x) and from 0 to `maxY` (y). `children` converts its data points with `toPixels`. Screen
 * readers see one image, so show the data in a table as well.
 */
function ChartAxes({
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
