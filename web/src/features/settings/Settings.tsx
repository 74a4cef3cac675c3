import { useUser } from '../../api/session/session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { LinkButton } from '../../ui/button/LinkButton.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { DataExportCard } from './DataExportCard.tsx'
import { DeleteAccountCard } from './DeleteAccountCard.tsx'
import { DevicesCard } from './DevicesCard.tsx'
import { DisplayCard } from './DisplayCard.tsx'
import { EmailCard } from './EmailCard.tsx'
import { LanguageCard } from './LanguageCard.tsx'
import { PhotoConsentCard } from './PhotoConsentCard.tsx'
import { SecondFactorCard } from './second-factor/SecondFactorCard.tsx'
import { TimeZoneCard } from './TimeZoneCard.tsx'

/** Settings of the device and of the account. */
export function Settings() {
  const { t } = useTranslation()
  const isFarmer = useUser()?.role === 'farmer'
  return (
    <>
      <PageTitle title={t('settings.title')} />
      <LanguageCard />
      <DisplayCard />
      <TimeZoneCard />
      {isFarmer && <PhotoConsentCard />}
      <Card title={t('settings.news')}>
        <p className="text-muted">{t('settings.news_lead')}</p>
        <LinkButton to="/account/notifications" variant="secondary" className="self-start">
          {t('settings.news_open')}
        </LinkButton>
      </Card>
      <EmailCard />
      <SecondFactorCard />
      <DevicesCard />
      <DataExportCard />
      <DeleteAccountCard />
    </>
  )
}
