import { findDiseaseCard } from '@kutu/advice/cards/all-cards'
import type { WarningNotice } from '@kutu/contract/warnings'
import { Camera } from 'lucide-react'
import { getCountryName } from '../../../i18n/country-name.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { Notice as NoticeBox } from '../../../ui/feedback/Notice.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { getDiseaseTitle } from '../disease-title.ts'
import { StopWarnings } from './StopWarnings.tsx'

/** A warning that was withdrawn, without the steps that it demanded. */
export function WithdrawnNotice({ notice, withdrawnAt }: { notice: WarningNotice; withdrawnAt: string }) {
  const { t, date, language } = useTranslation()
  const { crop, disease, district_name: district, country, confirmed_at } = notice
  const card = findDiseaseCard(crop, disease)
  return (
    <article className="flex max-w-2xl flex-col gap-6">
      <PageTitle
        title={getDiseaseTitle(notice, language)}
        lead={t('warnings.place', { district, country: getCountryName(country, language) })}
      />
      <NoticeBox title={t('notices.withdrawn')}>{t('notices.withdrawn_hint')}</NoticeBox>
      <LinkButton to="/account/addresses/image-analysis" icon={Camera} className="self-start">
        {t('action.check_leaf')}
      </LinkButton>
      <div className="flex flex-col items-start">
        {card && <TextLink to={`/learn/${card.id}`}>{t('notices.article')}</TextLink>}
        <StopWarnings />
      </div>
      <p className="text-muted">
        {t('notices.confirmed', { date: date(confirmed_at) })} {t('notices.withdrawn_on', { date: date(withdrawnAt) })}
      </p>
    </article>
  )
}
