import type { SignInChallenge } from '@kutu/contract/accounts/sign-in-challenge'
import { lazy, useState } from 'react'
import { useSearchParams } from 'wouter'
import { callApi } from '../../../api/api-client.ts'
import { ApiError } from '../../../api/errors.ts'
import { readItem, startSession } from '../../../api/session/session.ts'
import { loadCatalogs } from '../../../i18n/i18n.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { PasswordField } from '../../../ui/form/password/PasswordField.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'

/** Checks for text, @, text, dot, text. Only a sent email can prove that an address exists. */
const looksLikeEmail = (value: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)

/** Loaded only for accounts with a second factor. */
const SecondFactorStep = lazy(async () => {
  const [module] = await Promise.all([import('./SecondFactorStep.tsx'), loadCatalogs('security')])
  return { default: module.SecondFactorStep }
})

/** The sign-in form, and the second step for accounts that have one. The layout redirects as soon as a session exists. */
export function Login() {
  const { t } = useTranslation()
  const [isInactive, setInactive] = useState(false)
  const [challenge, setChallenge] = useState<SignInChallenge>()
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: ({ email, password }) => ({
      email: looksLikeEmail(email.trim()) ? undefined : t('login.wrong_email'),
      password: password === '' ? t('error.required') : undefined,
    }),
    onInvalid: errors => {
      setInactive(false)
      if (errors.email === undefined) return
      form.setValues({ email: '' })
      showError(t('login.wrong_email'), t('login.invalid_email'))
    },
    onError: error => {
      setInactive(error instanceof ApiError && error.is('account_inactive'))
      form.focus('password')
    },
    onSubmit: async ({ email, password }) => {
      setInactive(false)
      try {
        const reply = await callApi('POST /api/auth/login/', { body: { email: email.trim(), password } })
        startSession(reply)
        if (reply.message) showSuccess(reply.message)
      } catch (error) {
        if (!(error instanceof ApiError) || error.challenge === undefined) throw error
        setChallenge(error.challenge)
      }
    },
  })

  function restart() {
    form.reset()
    setChallenge(undefined)
  }
  if (challenge) return <SecondFactorStep challenge={challenge} onRestart={restart} />

  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('action.sign_in')} />
      {isInactive && <InactiveAccountNotice />}
      <DeletionNotice />
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <TextField {...form.text('email')} label={t('account.email')} type="email" autoComplete="username" required />
        <div className="flex flex-col">
          <PasswordField
            {...form.text('password')}
            label={t('account.password')}
            autoComplete="current-password"
            required
          />
          <TextLink to="/auth/forgot-password" className="self-end text-right">
            {t('login.forgot')}
          </TextLink>
        </div>
        <Button type="submit" size="large" wide busy={form.isSubmitting}>
          {t('account.sign_in')}
        </Button>
      </form>
      <section aria-labelledby="new-here" className="flex flex-col gap-3 border-t border-line pt-6">
        <h2 id="new-here" className="text-base">
          {t('login.new')}
        </h2>
        <LinkButton to="/auth/signup" variant="secondary" wide>
          {t('signup_farmer.title')}
        </LinkButton>
        <LinkButton to="/auth/expert-signup" variant="secondary" wide>
          {t('signup_expert.title')}
        </LinkButton>
      </section>
    </div>
  )
}

/** Shown after an account deletion request: the date until which signing in keeps the account. */
function DeletionNotice() {
  const { t, dateTime } = useTranslation()
  const [searchParams] = useSearchParams()
  const deletionDate = searchParams.get('leaves_at')
  if (deletionDate === null || Number.isNaN(Date.parse(deletionDate))) return null
  return <Notice title={t('login.leaving')}>{t('login.leaving_until', { when: dateTime(deletionDate) })}</Notice>
}

const nextSteps = {
  activate: { to: '/auth/activation', labelKey: 'login.inactive.activate' },
  verify: { to: '/auth/verify-email', labelKey: 'verify.title' },
  requestReset: { to: '/auth/forgot-password', labelKey: 'login.inactive.ask' },
} as const

function getNextStep() {
  if (readItem('token') !== null) return nextSteps.activate
  return readItem('signUpToken') === null ? nextSteps.requestReset : nextSteps.verify
}

/** Links to the next step of an unfinished sign-up, by the tokens stored on this device. */
function InactiveAccountNotice() {
  const { t } = useTranslation()
  const nextStep = getNextStep()
  return (
    <Notice
      kind="warning"
      title={t('login.inactive.title')}
      action={<TextLink to={nextStep.to}>{t(nextStep.labelKey)}</TextLink>}
    >
      {nextStep === nextSteps.requestReset && t('login.inactive.letter')}
    </Notice>
  )
}
