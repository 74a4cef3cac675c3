import { TriangleAlert } from 'lucide-react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { toNoonUtc } from '../calendar-days.ts'
import { useBoundsText } from '../use-bounds-text.ts'
import type { TrendWeek } from './queries.ts'
import { findShare, useShareText } from './use-share-text.ts'

const cellClass = 'px-1 py-2 text-right align-top sm:whitespace-nowrap'

/** The figures of the chart, newest week first. */
export function TrendTable({ weeks }: { weeks: readonly TrendWeek[] }) {
  const { t } = useTranslation()
  return (
    <table className="trend-table w-full border-collapse text-left max-sm:text-sm">
      <caption className="sr-only">{t('trend.table')}</caption>
      <thead className="text-sm max-sm:text-xs">
        <tr className="border-b border-line align-bottom">
          <th scope="col" className="py-2 pr-2">
            {t('map.week')}
          </th>
          <th scope="col" className={cellClass}>
            <span className="block print:inline">{t('chart.share')}</span>{' '}
            <span className="block font-normal print:ml-4 print:inline">{t('trend.interval')}</span>
          </th>
          {(['trend.reports', 'trend.farmers'] as const).map(key => (
            <th key={key} scope="col" className={cellClass}>
              {t(key)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.toReversed().map(week => (
          <WeekRow key={week.week} week={week} />
        ))}
      </tbody>
    </table>
  )
}

function WeekRow({ week }: { week: TrendWeek }) {
  const { t, date } = useTranslation()
  const formatBounds = useBoundsText()
  const { describeSplit, formatRange } = useShareText()
  const share = findShare(week)
  return (
    <tr className="break-inside-avoid border-b border-line last:border-0">
      <th scope="row" className="py-2 pr-2 align-top font-normal">
        <span className="sm:whitespace-nowrap">{date(toNoonUtc(week.week))}</span>
        {week.warnings > 0 && (
          <span className="flex items-center gap-1 font-bold text-blue-ink print:ml-2 print:inline-flex">
            <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
            {t('trend.warnings', { count: week.warnings })}
          </span>
        )}
      </th>
      {share ? (
        <>
          <td className={cellClass}>
            <span className="block font-bold print:inline">{formatRange(share.min, share.max)}</span>{' '}
            <span className="block print:ml-4 print:inline">{formatRange(week.low ?? 0, week.high ?? 1)}</span>
          </td>
          <td className={cellClass}>
            {formatBounds(week.reports_min, week.reports_max)}
            <span className="block text-sm text-muted max-sm:text-xs">{describeSplit(week)}</span>
          </td>
          <td className={cellClass}>{formatBounds(week.photographed_min, week.photographed_max)}</td>
        </>
      ) : (
        <td colSpan={3} className={`${cellClass} text-muted`}>
          {t('trend.unknown')}
        </td>
      )}
    </tr>
  )
}
