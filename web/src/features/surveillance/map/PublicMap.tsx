import '../print-page.css'
import { findDiseaseCard } from '@kutu/advice/cards/all-cards'
import type { CountryCode } from '@kutu/places/districts'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { VisitorQueryProvider } from '../../../api/VisitorQueryProvider.tsx'
import { getCountryName } from '../../../i18n/country-name.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { Pagination } from '../../../ui/layout/Pagination.tsx'
import { toNoonUtc } from '../calendar-days.ts'
import { getDiseaseTitle } from '../disease-title.ts'
import { usePublicWarnings, warningPageSize } from './queries.ts'
import { parseSubject } from './subject.ts'
import { WeeklyCounts } from './WeeklyCounts.tsx'

/** The weekly counts for everybody, without an account. */
export function PublicMap() {
  const { t } = useTranslation()
  return (
    <VisitorQueryProvider>
      <div className="print-page flex flex-col gap-6">
        <PageTitle title={t('map.title')} />
        <WeeklyCounts audience="visitors">
          <WarningsOfCountry />
        </WeeklyCounts>
        <LinkButton to="/try" className="self-start print:hidden">
          {t('action.check_leaf')}
        </LinkButton>
      </div>
    </VisitorQueryProvider>
  )
}

/** The warnings of the country that the map shows. Its list begins anew with another country. */
function WarningsOfCountry() {
  const [params] = useSearchParams()
  const { country } = parseSubject(params)
  return <PublicWarnings key={country} country={country} />
}

/** The warnings that hold in a country, for visitors. Renders nothing while there is none. */
function PublicWarnings({ country }: { country: CountryCode }) {
  const { t, date, language } = useTranslation()
  const [page, setPage] = useState(1)
  const { data, error, isFetching, refetch } = usePublicWarnings(country, page)
  if (error && !data) return <LoadError error={error} busy={isFetching} onRetry={() => void refetch()} />
  if (!data || data.count === 0) return null
  return (
    <section aria-labelledby="warnings" className="flex flex-col gap-3">
      <h2 id="warnings" className="text-xl">
        {t('map.warnings', { country: getCountryName(country, language) })}
      </h2>
      <p>{t('map.warnings_lead')}</p>
      <ul className="grid gap-3 sm:grid-cols-2">
        {data.results.map(warning => {
          const title = getDiseaseTitle(warning, language)
          const card = findDiseaseCard(warning.crop, warning.disease)
          return (
            <li key={warning.id} className="flex flex-col items-start gap-2 rounded-lg border border-line bg-white p-4">
              <span className="text-lg font-bold">{warning.district_name}</span>
              {card ? <TextLink to={`/learn/${card.id}`}>{title}</TextLink> : <span>{title}</span>}
              <Badge tone="rust">{t('map.warning_until', { date: date(toNoonUtc(warning.valid_until)) })}</Badge>
            </li>
          )
        })}
      </ul>
      <Pagination page={page} pageSize={warningPageSize} count={data.count} onPageChange={setPage} />
    </section>
  )
}
