import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { getCountryName } from '../../../i18n/country-name.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Accordion } from '../../../ui/layout/Accordion.tsx'
import { toNoonUtc } from '../calendar-days.ts'
import { useWeatherRisk } from '../weather/queries.ts'
import { WeatherTable } from '../weather/WeatherTable.tsx'
import { CountsTable } from './CountsTable.tsx'
import { type Counts, selectReporting } from './counts.ts'
import { DownloadCounts } from './DownloadCounts.tsx'
import { MapFilters } from './MapFilters.tsx'
import { AboutCounts, MapLegend } from './MapLegend.tsx'
import { type Audience, useCounts } from './queries.ts'
import { changeSubject, listDiseases, type MapSubject, parseSubject } from './subject.ts'
import { WeekSlider } from './WeekSlider.tsx'

const MapSkeleton = () => <Skeleton className="size-full" />
// The outlines and the projection are loaded only here.
const CountryMap = lazyPart(async () => (await import('./CountryMap.tsx')).CountryMap, <MapSkeleton />)

/**
 * Shows the counts of one week as a map with a table. Visitors see the map and one sentence, and unfold the rest. What is shown
 * is kept in the address.
 */
export function WeeklyCounts({
  audience,
  children,
}: {
  audience: Audience
  /** Shown below the map. */
  children?: ReactNode
}) {
  const { t, date, language } = useTranslation()
  const [params, setParams] = useSearchParams()
  const subject = parseSubject(params)
  const counts = useCounts(audience, subject)
  const { data } = counts
  const weather = useWeatherRisk(subject)
  const change = (changes: Partial<MapSubject>) => setParams(changeSubject(params, changes), { replace: true })
  const isVisitor = audience === 'visitors'
  const card = listDiseases(subject.crop).find(({ disease }) => disease === subject.disease)?.card
  const diseaseName = card?.title[language] ?? ''
  // Counts of another subject, kept while the new ones load, would stand under its name.
  const isOfSubject =
    data?.country === subject.country && data.crop === subject.crop && data.disease === subject.disease
  const shown = isOfSubject && !counts.error ? data : undefined
  const isExact = shown?.is_exact ?? false
  const filters = <MapFilters subject={subject} onChange={change} />
  const about = <AboutCounts isExact={isExact} arrivalDays={shown?.arrival_days ?? null} />
  const tables = shown && (
    <div aria-busy={counts.isPlaceholderData} className="flex flex-col gap-6 aria-busy:opacity-60">
      {selectReporting(shown.districts).length > 0 && <CountsTable counts={shown} />}
      <Loaded query={weather} skeleton={null}>
        {({ districts, source }) => <WeatherTable districts={districts} source={source} />}
      </Loaded>
      {!isVisitor && <DownloadCounts subject={{ ...subject, week: shown.week }} />}
    </div>
  )
  return (
    <>
      {!isVisitor && filters}
      <p className="min-h-13 text-lg font-bold text-pretty">
        {shown && !counts.isPlaceholderData && <SeenNear counts={shown} name={diseaseName} />}
      </p>
      {counts.error ? (
        <LoadError error={counts.error} busy={counts.isFetching} onRetry={() => void counts.refetch()} />
      ) : (
        <div className="flex flex-col gap-3">
          <div
            aria-busy={counts.isPlaceholderData}
            className="aspect-square max-h-[70vh] w-full aria-busy:opacity-60 print:aspect-auto"
          >
            {shown ? <CountryMap {...{ counts: shown, diseaseName }} country={subject.country} /> : <MapSkeleton />}
          </div>
          <MapLegend isExact={isExact} />
        </div>
      )}
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
      {children}
      {isVisitor ? (
        <Accordion
          isExclusive={false}
          items={[
            { id: 'choose', title: t('map.choose'), content: filters },
            ...(tables ? [{ id: 'figures', title: t('map.figures'), content: tables }] : []),
            { id: 'about', title: t('map.about'), content: about },
          ]}
        />
      ) : (
        <>
          {tables}
          <section className="flex flex-col gap-2">
            <h2 className="text-xl">{t('map.about')}</h2>
            {about}
          </section>
        </>
      )}
    </>
  )
}

const maxPlaces = 3

/** Names the places with most reports in one sentence. */
function SeenNear({ counts, name }: { counts: Counts; name: string }) {
  const { t, language } = useTranslation()
  const places = selectReporting(counts.districts).slice(0, maxPlaces)
  if (places.length === 0) return t('map.empty')
  const list = new Intl.ListFormat(language).format(places.map(place => place.name))
  return t('map.seen_near', { disease: name, places: list })
}
