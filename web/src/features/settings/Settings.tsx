import { useText } from '../../text/use-text.ts'
import { Card } from '../../ui/Card.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { DataCard } from './DataCard.tsx'
import { DevicesCard } from './DevicesCard.tsx'
import { LanguageCard } from './LanguageCard.tsx'
import { LeavingCard } from './LeavingCard.tsx'
import { ReadingCard } from './ReadingCard.tsx'
import { ZoneCard } from './ZoneCard.tsx'

/** What a person sets for this device and for the account. */
export function Settings() {
  const { t } = useText()
  return (
    <>
      <PageTitle title={t('settings.title')} />
      <LanguageCard />
      <ReadingCard />
      <ZoneCard />
      <Card title={t('settings.news')}>
        <p className="text-muted">{t('settings.news_lead')}</p>
        <LinkButton to="/account/notifications" variant="secondary" className="self-start">
          {t('settings.news_open')}
        </LinkButton>
      </Card>
      <DevicesCard />
      <DataCard />
      <LeavingCard />
    </>
  )
}
