import { useText } from '../../text/use-text.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

const sections = ['what', 'worth', 'advice', 'account', 'photos', 'stored', 'never', 'device', 'rights'] as const

/** Terms of use and privacy in one, in words. */
export function Terms() {
  const { t } = useText()
  return (
    <>
      <PageTitle title={t('terms.title')} lead={t('terms.lead')} />
      {sections.map(section => (
        <section key={section} id={section} className="flex max-w-prose flex-col gap-2">
          <h2 className="text-lg">{t(`terms.${section}.title`)}</h2>
          <p>{t(`terms.${section}.text`)}</p>
        </section>
      ))}
      <TextLink to="/contact-us">{t('terms.contact')}</TextLink>
    </>
  )
}
