import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useUser } from '../../api/session/session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { LinkButton } from '../../ui/button/LinkButton.tsx'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'

/** Contacts by topic. `#experts` leads to the section about experts. */
export function ContactUs() {
  const { t } = useTranslation()
  const user = useUser()
  return (
    <>
      <PageTitle title={t('menu.contact')} lead={t('contact.lead')} />
      <div className="grid gap-4 md:grid-cols-2">
        <ContactTopic
          id="experts"
          title={t('contact.experts.title')}
          text={t('contact.experts.text')}
          action={
            (!user || user.role === 'farmer') && (
              <LinkButton variant="secondary" to="/experts">
                {t('contact.experts.action')}
              </LinkButton>
            )
          }
        />
        <ContactTopic
          id="answer"
          title={t('contact.answer.title')}
          text={t('contact.answer.text')}
          action={
            user?.role === 'farmer' && (
              <LinkButton variant="secondary" to="/account/addresses/image-analysis">
                {t('contact.answer.action')}
              </LinkButton>
            )
          }
        />
        <ContactTopic
          id="sign-in"
          title={t('contact.sign_in.title')}
          text={t('contact.sign_in.text')}
          action={
            !user && (
              <LinkButton variant="secondary" to="/auth/forgot-password">
                {t('contact.sign_in.action')}
              </LinkButton>
            )
          }
        />
        <ContactTopic id="service" title={t('contact.service.title')} text={t('contact.service.text')} />
      </div>
    </>
  )
}

function ContactTopic({ id, title, text, action }: { id: string; title: string; text: string; action?: ReactNode }) {
  const isTargeted = useLocation().hash === `#${id}`
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isTargeted) section.current?.scrollIntoView({ block: 'center' })
  }, [isTargeted])
  return (
    <section
      ref={section}
      id={id}
      className={clsx(
        'flex flex-col items-start gap-3 rounded-lg border bg-white p-5 sm:p-6',
        isTargeted ? 'border-2 border-leaf' : 'border-line',
      )}
    >
      <h2 className="text-lg">{title}</h2>
      <p>{text}</p>
      {action}
    </section>
  )
}
