import { lazy, type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { getCountryName } from '../../../i18n/country-name.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { toNoonUtc } from '../calendar-days.ts'
import { useWeatherRisk, type WeatherOfCountry } from '../weather/queries.ts'
import { WeatherTable } from '../weather/WeatherTable.tsx'
import { CountsTable } from './CountsTable.tsx'
import { selectReporting } from './counts.ts'
import { MapFilters } from './MapFilters.tsx'
import { AboutCounts, MapLegend } from './MapLegend.tsx'
import { type Audience, useCounts } from './queries.ts'
import { changeSubject, listDiseases, type MapSubject, parseSubject } from './subject.ts'
import { WeekSlider } from './WeekSlider.tsx'

// The outlines and the projection are loaded only here.
const CountryMap = lazy(async () => ({ default: (await import('./CountryMap.tsx')).CountryMap }))

const noWeather: WeatherOfCountry['districts'] = []

const MapSkeleton = () => <Skeleton className="aspect-square max-h-[70vh] w-full" />

/** Shows the counts of one week as a map with a table, or as the table alone. What is shown is kept in the address. */
export function WeeklyCounts({
  audience,
  renderActions,
}: {
  audience: Audience
  renderActions?: (subject: MapSubject) => ReactNode
}) {
  const { t, date, language } = useTranslation()
  const [params, setParams] = useSearchParams()
  const subject = parseSubject(params)
  const counts = useCounts(audience, subject)
  const { data } = counts
  const weather = useWeatherRisk(subject)
  const weatherRows = weather.data?.districts ?? noWeather
  const change = (changes: Partial<MapSubject>) => setParams(changeSubject(params, changes), { replace: true })
  const isTableOnly = params.get('view') === 'table'
  const card = listDiseases(subject.crop).find(({ disease }) => disease === subject.disease)?.card
  const diseaseName = card?.title[language] ?? ''
  const isOfSubject = data?.country === subject.country
  return (
    <>
      <MapFilters subject={subject} onChange={change} />
      {data && (
        <>
          <WeekSlider
            week={subject.week ?? data.week}
            lastWeek={data.last_week}
            onChange={week => change({ week: week === data.last_week ? undefined : week })}
          />
          <p className="hidden font-bold print:block">
            {diseaseName}, {getCountryName(subject.country, language)},{' '}
            {t('map.week_of', { date: date(toNoonUtc(data.week)) })}
          </p>
        </>
      )}
      {counts.isPending && <MapSkeleton />}
      {counts.error && (
        <LoadError error={counts.error} busy={counts.isFetching} onRetry={() => void counts.refetch()} />
      )}
      {data && isOfSubject && !counts.error && (
        <div aria-busy={counts.isPlaceholderData} className="flex flex-col gap-6 aria-busy:opacity-60">
          {!isTableOnly && (
            <div className="flex flex-col gap-3">
              <Suspense fallback={<MapSkeleton />}>
                <CountryMap {...{ counts: data, diseaseName }} country={subject.country} />
              </Suspense>
              <MapLegend />
            </div>
          )}
          {selectReporting(data.districts).length === 0 ? (
            <EmptyState title={t('map.empty')}>{t('map.empty_hint')}</EmptyState>
          ) : (
            <CountsTable counts={data} weather={weatherRows} />
          )}
          {weather.error ? (
            <LoadError error={weather.error} busy={weather.isFetching} onRetry={() => void weather.refetch()} />
          ) : (
            weather.data && <WeatherTable districts={weatherRows} source={weather.data.source} />
          )}
          {renderActions?.({ ...subject, week: data.week })}
        </div>
      )}
      {data && !isOfSubject && <MapSkeleton />}
      <AboutCounts />
    </>
  )
}
