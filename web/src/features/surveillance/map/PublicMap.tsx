import { useSearchParams } from 'react-router'
import { VisitorQueryProvider } from '../../../api/VisitorQueryProvider.tsx'
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
    <VisitorQueryProvider>
      <div className="print-page flex flex-col gap-6">
        <PageTitle title={t('map.title')} />
        <WeeklyCounts audience="visitors">
          <WarningsOfCountry />
        </WeeklyCounts>
        <LinkButton to="/try" className="self-start print:hidden">
          {t('map.try')}
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
