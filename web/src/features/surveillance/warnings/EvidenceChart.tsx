import type { WarningEvidence } from '@kutu/contract/warnings'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { toNoonUtc } from '../calendar-days.ts'
import { getDiseaseTitle } from '../disease-title.ts'
import { LegendKey } from '../LegendKey.tsx'

const width = 640
const height = 320
const margin = { top: 36, bottom: 44, left: 8, right: 8 }
const plotHeight = height - margin.top - margin.bottom

/**
 * Draws the reports of each week as a bar with the limit of the week as a line. Confirmed ones are solid and the others striped, so
 * that gray paper shows the difference too. The week of the rise has the same colors, and a bold date.
 */
export function EvidenceChart({ evidence }: { evidence: WarningEvidence }) {
  const { t, date, number, language } = useTranslation()
  const { weeks, warning } = evidence
  const last = weeks.at(-1)
  const max = Math.max(1, ...weeks.flatMap(({ reports, limit }) => [reports, limit ?? 0])) * 1.05
  const step = (width - margin.left - margin.right) / Math.max(1, weeks.length)
  const toY = (count: number) => margin.top + plotHeight * (1 - count / max)
  const base = toY(0)
  const label = t('warnings.series_picture', {
    disease: getDiseaseTitle(warning, language),
    district: warning.district_name,
    reports: number(last?.reports ?? 0),
    limit: number(Math.round(last?.limit ?? 0)),
  })
  return (
    <figure className="flex max-w-3xl flex-col gap-3 rounded-lg border border-line bg-white p-3 sm:p-4">
      <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} className="w-full">
        <Stripes />
        <line x1={margin.left} x2={width - margin.right} y1={base} y2={base} className="stroke-edge" strokeWidth={2} />
        {weeks.map(({ week, reports, confirmed, limit }, i) => {
          const x = margin.left + i * step
          const middle = x + step / 2
          const barWidth = step * 0.62
          const bar = { x: middle - barWidth / 2, width: barWidth }
          const isLast = i === weeks.length - 1
          // Every third week counted from the last one, so that the week of the rise has a date.
          const hasDate = (weeks.length - 1 - i) % 3 === 0
          return (
            <g key={week}>
              {reports > 0 && (
                <rect
                  {...bar}
                  y={toY(reports)}
                  height={base - toY(reports)}
                  fill="url(#evidence-stripes)"
                  strokeWidth={2}
                  className="stroke-rust"
                />
              )}
              <rect {...bar} y={toY(confirmed ?? 0)} height={base - toY(confirmed ?? 0)} className="fill-rust-ink" />
              {reports === 0 && !evidence.is_exact && <circle cx={middle} cy={base - 8} r={4} className="fill-edge" />}
              {limit !== null && (
                <line
                  x1={x + 3}
                  x2={x + step - 3}
                  y1={toY(limit)}
                  y2={toY(limit)}
                  strokeWidth={4}
                  strokeDasharray="10 6"
                  className="stroke-blue-ink"
                />
              )}
              <text
                x={middle}
                y={toY(reports) - 8}
                textAnchor="middle"
                fontSize={20}
                className="fill-ink stroke-white font-bold [paint-order:stroke]"
                strokeWidth={6}
              >
                {reports > 0 ? number(reports) : ''}
              </text>
              {hasDate && (
                <text
                  x={isLast ? width - margin.right : middle}
                  y={height - 12}
                  textAnchor={isLast ? 'end' : 'middle'}
                  fontSize={20}
                  className={isLast ? 'fill-ink font-bold' : 'fill-muted'}
                >
                  {date(toNoonUtc(week)).replace(/ \d{4}$/, '')}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <figcaption>
        <ul className="flex flex-wrap gap-x-6 gap-y-2 text-sm text-muted">
          <LegendKey label={t('map.confirmed')}>
            <rect width={20} height={20} y={4} className="fill-rust-ink" />
          </LegendKey>
          <LegendKey label={`${t('map.confident')}, ${t('map.likely')}`}>
            <rect
              {...{ x: 1, y: 5, width: 18, height: 18 }}
              fill="url(#evidence-stripes)"
              strokeWidth={2}
              className="stroke-rust"
            />
          </LegendKey>
          <LegendKey label={t('warnings.legend_limit')}>
            <line x1={0} x2={28} y1={14} y2={14} strokeWidth={4} strokeDasharray="10 6" className="stroke-blue-ink" />
          </LegendKey>
          {!evidence.is_exact && (
            <LegendKey label={t('map.few')}>
              <circle cx={10} cy={14} r={4} className="fill-edge" />
            </LegendKey>
          )}
        </ul>
      </figcaption>
    </figure>
  )
}

/** The pattern of reports that experts have not confirmed. The legend uses it as well. */
const Stripes = () => (
  <defs>
    <pattern id="evidence-stripes" width={8} height={8} patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
      <rect width={8} height={8} className="fill-white" />
      <rect width={8} height={3} className="fill-rust" />
    </pattern>
  </defs>
)
