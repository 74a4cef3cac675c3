import { getDistrict } from '@kutu/places/districts'
import { useMemo } from 'react'
import { getCountryName } from '../../../i18n/country-name.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { toNoonUtc } from '../calendar-days.ts'
import { type Counts, countReports, type DistrictRow, selectReporting } from './counts.ts'
import { projectCountry } from './project-country.ts'
import type { MapSubject } from './subject.ts'

/** Draws a circle for each district with reports. The area of a circle is proportional to their number. */
export function CountryMap({
  counts,
  country,
  diseaseName,
}: {
  counts: Counts
  country: MapSubject['country']
  diseaseName: string
}) {
  const { t, date, language } = useTranslation()
  const { width, height, outline, neighbors, toPoint } = useMemo(() => projectCountry(country), [country])
  const locate = (row: DistrictRow) => {
    const district = getDistrict(row.district)
    return district ? [{ ...toPoint(district), row, radius: bubbleRadius(countReports(row)) }] : []
  }
  const bubbles = selectReporting(counts.districts).flatMap(locate)
  const quiet = counts.districts.filter(row => countReports(row) === 0).flatMap(locate)
  const describe = ({ name, confirmed, reports_min, reports_max }: DistrictRow) => {
    const reports =
      reports_min === reports_max
        ? t('map.reports', { count: reports_min })
        : t('map.reports_between', { low: reports_min, high: reports_max })
    return confirmed === null
      ? t('map.bubble', { district: name, reports })
      : t('map.bubble_confirmed', { district: name, reports, confirmed })
  }
  return (
    <svg
      role="img"
      aria-label={t('map.picture', {
        country: getCountryName(country, language),
        disease: diseaseName,
        date: date(toNoonUtc(counts.week)),
      })}
      viewBox={`0 0 ${width} ${height}`}
      className="size-full rounded-lg border border-line bg-sunken print:h-auto print:max-h-[11cm]"
    >
      {/* Browsers print no background colors. The drawing may be narrower than its frame. */}
      <rect x={-width} y={-height} width={3 * width} height={3 * height} className="fill-sunken" />
      <g className="fill-sunken stroke-line" strokeWidth={1}>
        {neighbors.map(path => (
          <path key={path} d={path} />
        ))}
      </g>
      <path d={outline} className="fill-white stroke-edge" strokeWidth={1.5} />
      <g className="fill-edge">
        {quiet.map(({ row, x, y }) => (
          <circle key={row.district} cx={x} cy={y} r={2.5} />
        ))}
      </g>
      {bubbles.map(({ row, x, y, radius }) => (
        <g key={row.district}>
          <title>{describe(row)}</title>
          <circle cx={x} cy={y} r={radius} strokeWidth={2} className="fill-rust/40 stroke-rust" />
          {row.confirmed !== null && row.confirmed > 0 && (
            <circle cx={x} cy={y} r={Math.max(4, radius / 4)} className="fill-rust-ink" />
          )}
        </g>
      ))}
      <g className="fill-ink stroke-white" fontSize={22} fontWeight="bold">
        {placeLabels(bubbles, { width, height }).map(({ row, x, y, anchor }) => (
          <text key={row.district} {...{ x, y }} textAnchor={anchor} paintOrder="stroke" strokeWidth={5}>
            {row.name}
          </text>
        ))}
      </g>
    </svg>
  )
}

type Bubble = { row: DistrictRow; x: number; y: number; radius: number }
type Label = { row: DistrictRow; x: number; y: number; anchor: 'start' | 'end' }
type Box = { left: number; right: number; top: number; bottom: number }

const lineHeight = 24
/** Mean width of a bold letter at the font size of the map. */
const letterWidth = 13
const gap = 5

/** Returns the radius of a bubble: its area is proportional to the reports, within limits that can be drawn. */
const bubbleRadius = (reports: number): number => Math.min(48, Math.max(8, 3.2 * Math.sqrt(reports)))

/** Places names beside the bubbles, of the largest first, and leaves out those that would cover another name or bubble. */
function placeLabels(bubbles: readonly Bubble[], { width, height }: { width: number; height: number }): Label[] {
  const taken: Box[] = []
  return bubbles.flatMap(bubble => {
    const { row, x, y, radius } = bubble
    const others = bubbles.filter(other => other !== bubble).map(toBox)
    const textWidth = row.name.length * letterWidth
    const sides = [
      { anchor: 'start' as const, at: x + radius + gap, left: x + radius + gap },
      { anchor: 'end' as const, at: x - radius - gap, left: x - radius - gap - textWidth },
    ]
    for (const { anchor, at, left } of sides) {
      const box = { left, right: left + textWidth, top: y - lineHeight / 2, bottom: y + lineHeight / 2 }
      const isInside = box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height
      if (!isInside || [...taken, ...others].some(other => overlap(box, other))) continue
      taken.push(box)
      return [{ row, anchor, x: at, y: y + lineHeight / 3 }]
    }
    return []
  })
}

const toBox = ({ x, y, radius }: Bubble): Box => ({
  left: x - radius,
  right: x + radius,
  top: y - radius,
  bottom: y + radius,
})
const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
