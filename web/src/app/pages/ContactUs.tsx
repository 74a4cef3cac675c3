import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useUser } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { join } from '../../ui/join.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'

/** Whom to turn to, by need. `#experts` leads to the part about speaking with a person. */
export function ContactUs() {
  const { t } = useText()
  const user = useUser()
  return (
    <>
      <PageTitle title={t('contact.title')} lead={t('contact.lead')} />
      <div className="grid gap-4 md:grid-cols-2">
        <Need
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
        <Need
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
        <Need
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
        <Need id="service" title={t('contact.service.title')} text={t('contact.service.text')} />
      </div>
    </>
  )
}

function Need({ id, title, text, action }: { id: string; title: string; text: string; action?: ReactNode }) {
  const isWanted = useLocation().hash === `#${id}`
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isWanted) section.current?.scrollIntoView({ block: 'center' })
  }, [isWanted])
  return (
    <section
      ref={section}
      id={id}
      className={join(
        'flex flex-col items-start gap-3 rounded-lg border bg-white p-5 sm:p-6',
        isWanted ? 'border-2 border-leaf' : 'border-line',
      )}
    >
      <h2 className="text-lg">{title}</h2>
      <p>{text}</p>
      {action}
    </section>
  )
}
