import { districts } from '@kutu/places/districts'
import { useSearchParams } from 'wouter'
import { getCountryName } from '../../../i18n/country-name.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { CountsViews } from '../CountsViews.tsx'
import { getDiseaseTitle } from '../disease-title.ts'
import { MapFilters } from '../map/MapFilters.tsx'
import { changeSubject, type MapSubject, parseDistrict, parseSubject } from '../map/subject.ts'
import '../print-page.css'
import { useTrend } from './queries.ts'
import { TrendCard } from './TrendCard.tsx'

const wholeCountry = ''

/** The weekly share of a disease in a country or a district, with its interval, for experts and administrators. */
export function TrendPage() {
  const { t, language } = useTranslation()
  const [params, setParams] = useSearchParams()
  const { week: _, ...subject } = parseSubject(params)
  const district = parseDistrict(params, subject.country)
  const trend = useTrend({ ...subject, district })
  const { data } = trend
  const change = (changes: Partial<MapSubject>) => setParams(changeSubject(params, changes), { replace: true })
  const changeDistrict = (code: string) => {
    const changed = changeSubject(params, {})
    if (code === wholeCountry) changed.delete('district')
    else changed.set('district', code)
    setParams(changed, { replace: true })
  }
  const own = districts.filter(({ country }) => country === subject.country)
  const place = own.find(({ code }) => code === district)?.name ?? getCountryName(subject.country, language)
  return (
    <div className="print-page flex flex-col gap-6">
      <PageTitle title={t('trend.title')} lead={t('trend.lead')} />
      <CountsViews />
      <MapFilters subject={{ ...subject, week: undefined }} onChange={change}>
        <Select
          label={t('district.label')}
          value={district ?? wholeCountry}
          options={[
            { value: wholeCountry, label: t('trend.whole_country') },
            ...own.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          onChange={changeDistrict}
        />
      </MapFilters>
      {trend.isPending && <Skeleton className="h-96 w-full rounded-lg" />}
      {trend.error && <LoadError error={trend.error} busy={trend.isFetching} onRetry={() => void trend.refetch()} />}
      {data && !trend.error && (
        <div aria-busy={trend.isPlaceholderData} className="flex flex-col gap-6 aria-busy:opacity-60">
          {data.weeks.every(({ photographed_min }) => photographed_min === 0) ? (
            <EmptyState title={t('trend.empty')}>{t('trend.empty_hint')}</EmptyState>
          ) : (
            <TrendCard weeks={data.weeks} title={`${getDiseaseTitle(subject, language)}, ${place}`} />
          )}
        </div>
      )}
      <AboutTrend isExact={data?.is_exact === true} />
    </div>
  )
}

/** Says in plain words what a share, its interval and a hidden count mean. */
function AboutTrend({ isExact }: { isExact: boolean }) {
  const { t } = useTranslation()
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-xl">{t('map.about')}</h2>
      <ul className="flex max-w-prose list-disc flex-col gap-1 pl-5">
        <li>{t('trend.about_share')}</li>
        <li>{t('trend.about_interval')}</li>
        <li>{t('trend.about_wide')}</li>
        <li>{t(isExact ? 'map.about_exact' : 'trend.about_hidden')}</li>
        <li>{t('trend.about_gap')}</li>
        <li>{t('map.about_model')}</li>
        <li>{t('map.about_sample')}</li>
      </ul>
    </section>
  )
}
