import type { WeeklySummary } from '@kutu/contract/summaries'
import { Link } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { getDiseaseTitle } from '../disease-title.ts'
import { toNoon } from '../to-noon.ts'

type WarningList = NonNullable<WeeklySummary['proposed']>

/** Warnings, one a line, each with a link to its figures. */
export function WarningSection({ title, none, list }: { title: string; none: string; list: WarningList }) {
  const { t, date, language } = useTranslation()
  const more = list.count - list.results.length
  return (
    <section className="flex flex-col gap-2 print:gap-1">
      <h2 className="text-xl">{title}</h2>
      {list.count === 0 ? (
        <p>{none}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-white px-4 print:px-2">
          {list.results.map(warning => (
            <li key={warning.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1 print:py-0">
              <Link
                to={`/account/disease-warnings/${warning.id}`}
                className="inline-flex min-h-12 items-center font-bold underline underline-offset-4 print:min-h-0 print:no-underline"
              >
                {`${warning.district_name}: ${getDiseaseTitle(warning, language)}`}
              </Link>
              <span className="text-muted">
                {warning.valid_until === null
                  ? t('map.week_of', { date: date(toNoon(warning.week)) })
                  : t('map.warning_until', { date: date(toNoon(warning.valid_until)) })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className="text-muted">{t('week_summary.more_warnings', { count: more })}</p>}
    </section>
  )
}
