import { useHasSession } from '../../api/session/session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { LinkButton } from '../../ui/button/LinkButton.tsx'
import { Logo } from '../../ui/media/Logo.tsx'

/** The page for an unknown address, with a link back. */
export function NotFound() {
  const { t } = useTranslation()
  const isSignedIn = useHasSession()
  return (
    <div className="flex flex-col items-center gap-4 py-12 text-center">
      <title>{`${t('not_found.title')} · Kutu`}</title>
      <Logo className="size-16" />
      <h1 className="text-2xl">{t('not_found.title')}</h1>
      <p className="max-w-prose text-muted">{t('not_found.message')}</p>
      <LinkButton to={isSignedIn ? '/account' : '/auth'}>
        {isSignedIn ? t('menu.dashboard') : t('action.sign_in')}
      </LinkButton>
    </div>
  )
}
