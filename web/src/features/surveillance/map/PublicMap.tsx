import { QueryClientProvider } from '@tanstack/react-query'
import { getQueryClient } from '../../../api/query-client.ts'
import { getStoredUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { WeeklyCounts } from './WeeklyCounts.tsx'

/** The weekly counts for everybody, without an account. */
export function PublicMap() {
  const { t } = useTranslation()
  return (
    <QueryClientProvider client={getQueryClient(getStoredUser()?.id ?? '')}>
      <PageTitle title={t('map.title')} lead={t('map.public_lead')} />
      <WeeklyCounts audience="visitors" />
      <LinkButton to="/try" className="self-start print:hidden">
        {t('map.try')}
      </LinkButton>
    </QueryClientProvider>
  )
}
