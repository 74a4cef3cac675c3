import type { WeeklySummary } from '@kutu/contract/summaries'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { toNoonUtc } from '../calendar-days.ts'
import { getDiseaseTitle } from '../disease-title.ts'

type WarningList = NonNullable<WeeklySummary['proposed']>
type WarningRow = WarningList['results'][number]

/** Warnings, one a line, each with a link to its figures. */
export function WarningSection({ title, none, list }: { title: string; none: string; list: WarningList }) {
  const { t, date } = useTranslation()
  return (
    <Section title={title} none={none} list={list}>
      {({ valid_until, week }) => (
        <span className="text-muted">
          {valid_until === null
            ? t('map.week_of', { date: date(toNoonUtc(week)) })
            : t('map.warning_until', { date: date(toNoonUtc(valid_until)) })}
        </span>
      )}
    </Section>
  )
}

/** Warnings that were withdrawn, with the day and the reason. */
export function WithdrawnSection({ list }: { list: WeeklySummary['withdrawn'] }) {
  const { t, date } = useTranslation()
  return (
    <Section title={t('week_summary.withdrawn')} list={list}>
      {({ withdrawn_at, withdrawal_reason }) => (
        <>
          <span className="text-muted">{t('week_summary.withdrawn_on', { date: date(withdrawn_at) })}</span>
          {withdrawal_reason && (
            <p dir="auto" className="w-full break-words pb-2 print:pb-0">
              {withdrawal_reason}
            </p>
          )}
        </>
      )}
    </Section>
  )
}

type SectionProps<Row> = {
  title: string
  none?: string
  list: { count: number; results: readonly Row[] }
  children: (row: Row) => ReactNode
}

function Section<Row extends WarningRow>({ title, none, list, children }: SectionProps<Row>) {
  const { t, language } = useTranslation()
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
              {children(warning)}
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className="text-muted">{t('week_summary.more_warnings', { count: more })}</p>}
    </section>
  )
}
