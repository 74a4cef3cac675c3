import { VisitorQueryProvider } from '../../api/VisitorQueryProvider.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { TextLink } from '../../ui/button/TextLink.tsx'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { PrivacyNotice } from './PrivacyNotice.tsx'

const sections = ['what', 'worth', 'advice', 'account', 'photos', 'never'] as const

/** Terms of use and privacy notice. */
export function Terms() {
  const { t } = useTranslation()
  return (
    <>
      <PageTitle title={t('menu.terms')} lead={t('terms.lead')} />
      {sections.map(section => (
        <section key={section} id={section} className="flex max-w-prose flex-col gap-2">
          <h2 className="text-lg">{t(`terms.${section}.title`)}</h2>
          <p>{t(`terms.${section}.text`)}</p>
        </section>
      ))}
      <VisitorQueryProvider>
        <PrivacyNotice />
      </VisitorQueryProvider>
      <TextLink to="/contact-us">{t('terms.contact')}</TextLink>
    </>
  )
}
