import { useUser } from '../../api/session/session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { LinkButton } from '../../ui/button/LinkButton.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'

/** Contacts by topic, with the way to help where the reader may go there. */
export function ContactUs() {
  const { t } = useTranslation()
  const user = useUser()
  const topics = [
    { id: 'experts', to: '/experts', isOpen: !user || user.role === 'farmer' },
    { id: 'answer', to: '/account/addresses/image-analysis', isOpen: user?.role === 'farmer' },
    { id: 'sign_in', to: '/auth/forgot-password', isOpen: !user },
  ] as const
  return (
    <>
      <PageTitle title={t('menu.contact')} />
      <div className="grid gap-4 md:grid-cols-2">
        {topics.map(({ id, to, isOpen }) => (
          <Card key={id} title={t(`contact.${id}.title`)}>
            <p>{t(`contact.${id}.text`)}</p>
            {isOpen && (
              <LinkButton variant="secondary" className="self-start" to={to}>
                {t(`contact.${id}.action`)}
              </LinkButton>
            )}
          </Card>
        ))}
        <Card title={t('contact.service.title')}>
          <p>{t('contact.service.text')}</p>
        </Card>
      </div>
    </>
  )
}
