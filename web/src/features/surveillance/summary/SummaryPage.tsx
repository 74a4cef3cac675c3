import { countryCodes } from '@kutu/places/districts'
import { Printer } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { getCountryName } from '../../../i18n/country-name.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { CountsViews } from '../CountsViews.tsx'
import { changeSubject, type MapSubject, parseSubject } from '../map/subject.ts'
import { WeekSlider } from '../map/WeekSlider.tsx'
import { useSummary } from './queries.ts'
import { SummarySheet } from './SummarySheet.tsx'

/** The weekly summary of a country, for the screen and for paper. It opens with the last week that has ended. */
export function SummaryPage() {
  const { t, language } = useTranslation()
  const [params, setParams] = useSearchParams()
  const { country, week } = parseSubject(params)
  const summary = useSummary({ country, week })
  const { data } = summary
  const change = (changes: Partial<MapSubject>) => setParams(changeSubject(params, changes), { replace: true })
  return (
    <>
      <PageTitle
        title={t('week_summary.title', { country: getCountryName(country, language) })}
        action={
          <Button
            variant="secondary"
            icon={Printer}
            className="print:hidden"
            softDisabled={!data}
            onClick={() => window.print()}
          >
            {t('action.print')}
          </Button>
        }
      />
      <CountsViews />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 print:hidden">
        <Select
          label={t('map.country')}
          value={country}
          options={countryCodes.map(value => ({ value, label: getCountryName(value, language) }))}
          onChange={value => change({ country: value })}
        />
        {data && (
          <WeekSlider
            week={data.week}
            lastWeek={data.last_week}
            onChange={monday => change({ week: monday === data.last_week ? undefined : monday })}
          />
        )}
      </div>
      {summary.isPending && <Skeleton className="h-96 w-full rounded-lg" />}
      {summary.error && (
        <LoadError error={summary.error} busy={summary.isFetching} onRetry={() => void summary.refetch()} />
      )}
      {data && !summary.error && (
        <div aria-busy={summary.isPlaceholderData} className="aria-busy:opacity-60">
          {data.country === country ? <SummarySheet summary={data} /> : <Skeleton className="h-96 w-full rounded-lg" />}
        </div>
      )}
    </>
  )
}
