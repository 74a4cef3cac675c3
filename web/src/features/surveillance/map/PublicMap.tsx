import { QueryClientProvider } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { getQueryClient } from '../../../api/query-client.ts'
import { getStoredUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import '../print-page.css'
import { PublicWarnings } from './PublicWarnings.tsx'
import { parseSubject } from './subject.ts'
import { WeeklyCounts } from './WeeklyCounts.tsx'

/** The weekly counts for everybody, without an account. */
export function PublicMap() {
  const { t } = useTranslation()
  return (
    <QueryClientProvider client={getQueryClient(getStoredUser()?.id ?? '')}>
      <div className="print-page flex flex-col gap-6">
        <PageTitle title={t('map.title')} lead={t('map.public_lead')} />
        <WarningsOfCountry />
        <WeeklyCounts audience="visitors" />
        <LinkButton to="/try" className="self-start print:hidden">
          {t('map.try')}
        </LinkButton>
      </div>
    </QueryClientProvider>
  )
}

/** The warnings of the country that the map shows. Its list begins anew with another country. */
function WarningsOfCountry() {
  const [params] = useSearchParams()
  const { country } = parseSubject(params)
  return <PublicWarnings key={country} country={country} />
}
