import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiQuery } from '../../api/api-query.ts'
import { ApiError } from '../../api/errors.ts'
import { endSession, storeUser, useUser } from '../../api/session/session.ts'
import { ChangePassword } from '../../features/accounts/passwords/ChangePassword.tsx'
import { SecondFactorCard } from '../../features/settings/second-factor/SecondFactorCard.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/button/Button.tsx'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { Logo } from '../../ui/media/Logo.tsx'
import { LanguageMenu } from '../layout/LanguageMenu.tsx'
import { signOut } from './sign-out.ts'

/**
 * The step that an account must complete first: replace a generated password, or set up the second factor that admins
 * need. The server refuses other calls until then.
 */
export function RequiredStepScreen() {
  const { t } = useTranslation()
  const user = useUser()
  // Not on focus: recovery codes that are on screen must not disappear.
  const { data, error, refetch } = useQuery({
    ...apiQuery(['me', 'required-step'], 'GET /api/auth/me'),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  useEffect(() => {
    if (data) storeUser(data)
  }, [data])
  useEffect(() => {
    if (error instanceof ApiError && error.status === 401) endSession()
  }, [error])
  if (!user) return null
  const isPassword = user.required_step === 'change_password'
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="relative border-b border-line bg-white">
        <div className="mx-auto flex max-w-3xl items-center justify-between gap-2 px-4 py-2">
          <span className="flex min-h-12 items-center gap-2 text-xl font-bold">
            <Logo />
            <span className="max-sm:sr-only">{t('app.name')}</span>
          </span>
          <div className="flex items-center gap-1">
            <LanguageMenu />
            <Button variant="quiet" onClick={() => void signOut()}>
              {t('menu.logout')}
            </Button>
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto flex w-full max-w-3xl grow flex-col gap-6 px-4 py-6 sm:py-10">
        <PageTitle
          title={t(isPassword ? 'required_step.password_title' : 'required_step.factor_title')}
          lead={t(isPassword ? 'required_step.password_lead' : 'required_step.factor_lead')}
        />
        {isPassword ? (
          <ChangePassword user={user} onChanged={() => void refetch()} />
        ) : (
          <SecondFactorCard onDone={() => void refetch()} />
        )}
      </main>
    </div>
  )
}
