import type { WarningEvidence as Evidence } from '@kutu/contract/warnings'
import { countryOf } from '@kutu/places/districts'
import { getCountryName } from '../../../i18n/country-name.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Accordion } from '../../../ui/layout/Accordion.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { toNoonUtc } from '../calendar-days.ts'
import { getDiseaseTitle } from '../disease-title.ts'
import { WeatherLevel, WeatherSource } from '../weather/WeatherLevel.tsx'
import { EvidenceChart } from './EvidenceChart.tsx'
import { EvidencePhotos } from './EvidencePhotos.tsx'
import { NeighborTable, WeekTable } from './EvidenceTables.tsx'
import { useEvidence } from './queries.ts'
import { WarningDecision } from './WarningDecision.tsx'
import { WarningOutcome } from './WarningOutcome.tsx'

/**
 * Everything that the decision on a warning rests on, with the decision.
 * @param level of the heading: `page` also sets the title of the document
 */
export function WarningEvidence({ id, level = 'section' }: { id: string; level?: 'page' | 'section' }) {
  return (
    <Loaded query={useEvidence(id)} skeleton={<Skeleton className="h-96 w-full" />}>
      {evidence => <LoadedEvidence evidence={evidence} level={level} />}
    </Loaded>
  )
}

function LoadedEvidence({ evidence, level }: { evidence: Evidence; level: 'page' | 'section' }) {
  const { t, date, language } = useTranslation()
  const { warning, alarms, cluster, is_adjusted, new_reports } = evidence
  const title = t('warnings.title', {
    disease: getDiseaseTitle(warning, language),
    district: warning.district_name,
  })
  const country = getCountryName(warning.country, language)
  const lead = `${country}. ${t('map.week_of', { date: date(toNoonUtc(warning.week)) })}.`
  const nameDistrict = (each: { district: string; name: string }) => {
    const code = countryOf(each.district)
    return code === warning.country ? each.name : `${each.name} (${getCountryName(code, language)})`
  }
  return (
    <>
      {level === 'page' ? (
        <PageTitle title={title} lead={lead} />
      ) : (
        <header>
          <h2 className="text-xl">{title}</h2>
          <p className="text-muted">{lead}</p>
        </header>
      )}
      <Notice kind="warning" title={t('warnings.alarm')}>
        <div className="flex flex-col gap-1">
          {alarms.includes('c2') && <p>{t('warnings.alarm_now')}</p>}
          {alarms.includes('c3') && !alarms.includes('c2') && <p>{t('warnings.alarm_slow')}</p>}
          {cluster && (
            <p>{t('warnings.alarm_cluster', { districts: cluster.districts.map(nameDistrict).join(', ') })}</p>
          )}
        </div>
      </Notice>
      {evidence.is_exact && <TrueFigures evidence={evidence} />}
      <WarningDecision {...{ warning, visitors: evidence.visitors }} />
      {warning.can_decide && warning.valid_until && <WarningOutcome warning={warning} />}
      <section aria-labelledby="series" className="flex flex-col gap-4">
        <h2 id="series" className="text-xl">
          {t('warnings.series')}
        </h2>
        <EvidenceChart evidence={evidence} />
        <ul className="flex max-w-prose list-disc flex-col gap-1 pl-5 text-muted">
          <li>{t(is_adjusted ? 'warnings.adjusted' : 'warnings.not_adjusted')}</li>
          {!evidence.is_exact && <li>{t('warnings.few_note')}</li>}
          {evidence.first_reports !== null && <li>{t('warnings.first_reports', { count: evidence.first_reports })}</li>}
          {new_reports !== null && <li>{t('warnings.new_reports', { count: new_reports })}</li>}
          {evidence.sources && <li>{t('warnings.sources', evidence.sources)}</li>}
          <li>{t('map.about_model')}</li>
        </ul>
        <Accordion
          items={[{ id: 'weeks', title: t('warnings.series_table'), content: <WeekTable weeks={evidence.weeks} /> }]}
        />
      </section>
      <WeatherOfWarning weather={evidence.weather ?? []} source={evidence.weather_source} weekOfRise={warning.week} />
      {warning.can_decide && (warning.state === 'open' || warning.state === 'confirmed') && (
        <EvidencePhotos warning={warning} />
      )}
      <NeighborTable neighbors={evidence.neighbors} isExact={evidence.is_exact} />
    </>
  )
}

/** The counts of the week in a sentence, and the statistics of the alarm. */
function TrueFigures({ evidence: { weeks, ears, chance_weeks, outbreak_weeks } }: { evidence: Evidence }) {
  const { t, number, percent } = useTranslation()
  const week = weeks.at(-1)
  if (!week) return null
  const farmers = week.photographed ?? 0
  return (
    <p className="text-lg">
      {t('warnings.true_figures', {
        reports: number(week.reports),
        farmers: number(farmers),
        share: percent(farmers === 0 ? 0 : week.reports / farmers, 0),
      })}{' '}
      {week.expected !== null && t('warnings.true_expected', { expected: number(Math.round(week.expected)) })}
      <span className="block text-muted text-sm">
        {ears
          ? t('warnings.statistics', {
              c2: number(Math.round(ears.c2 * 10) / 10),
              c3: number(Math.round(ears.c3 * 10) / 10),
            })
          : t('warnings.no_statistics', { weeks: outbreak_weeks ?? 0 })}{' '}
        {t('warnings.chance', { weeks: number(chance_weeks ?? 0) })}
      </span>
    </p>
  )
}

/** How much the weather suited the disease in the week of a rise, and suits it this week. Renders nothing without weather. */
function WeatherOfWarning({
  weather,
  source,
  weekOfRise,
}: {
  weather: Evidence['weather']
  source: Evidence['weather_source']
  weekOfRise: string
}) {
  const { t, date } = useTranslation()
  if (weather.length === 0) return null
  return (
    <section aria-labelledby="weather" className="flex flex-col gap-3">
      <h2 id="weather" className="text-xl">
        {t('weather.heading')}
      </h2>
      <dl className="grid max-w-prose grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {weather.map(({ week, level, days }) => (
          <div key={week} className="col-span-2 grid grid-cols-subgrid">
            <dt>{week === weekOfRise ? t('map.week_of', { date: date(toNoonUtc(week)) }) : t('weather.this_week')}</dt>
            <dd>
              <WeatherLevel level={level} />
              {days !== null && days > 0 && `, ${t('weather.day_count', { count: days })}`}
            </dd>
          </div>
        ))}
      </dl>
      <WeatherSource source={source} />
    </section>
  )
}
