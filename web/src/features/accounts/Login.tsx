import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { ApiError, messageOf } from '../../api/errors.ts'
import { startSession } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { InactiveAccount } from './InactiveAccount.tsx'
import { LeavingNotice } from './LeavingNotice.tsx'

/** Text, @, text, dot, text. Whether the address exists only a letter can tell. */
const looksLikeEmail = (value: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)

type Wrong = 'email' | 'password' | 'both'

/** The layout around it leads on as soon as a session has started. Plain state: this is the first screen loaded. */
export function Login() {
  const { t } = useText()
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState<Wrong | null>(null)
  const [isSending, setSending] = useState(false)
  const [isInactive, setInactive] = useState(false)

  function findMistake(values: { email: string; password: string }): Wrong | null {
    if (!looksLikeEmail(values.email)) return values.password === '' ? 'both' : 'email'
    return values.password === '' ? 'password' : null
  }

  function showMistake(mistake: Wrong) {
    const field = mistake === 'password' ? password.current : email.current
    if (mistake !== 'password') {
      if (email.current) email.current.value = ''
      showError(t('login.invalid_email'), t('login.wrong_email'))
    }
    field?.focus()
  }

  async function signIn(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    const values = { email: email.current?.value.trim() ?? '', password: password.current?.value ?? '' }
    const mistake = findMistake(values)
    setWrong(mistake)
    setInactive(false)
    if (mistake) return showMistake(mistake)
    setSending(true)
    try {
      const reply = await call('POST /api/auth/login/', { body: values })
      startSession(reply)
      if (reply.message) showSuccess(t('notice.success'), reply.message)
    } catch (error) {
      setInactive(error instanceof ApiError && error.is('account_inactive'))
      showError(t('notice.error'), messageOf(error))
      password.current?.focus()
    } finally {
      setSending(false)
    }
  }

  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('login.title')} lead={t('login.lead')} />
      {isInactive && <InactiveAccount />}
      <LeavingNotice />
      <form noValidate onSubmit={signIn} className="flex flex-col gap-4">
        <TextField
          ref={email}
          label={t('account.email')}
          error={wrong === 'email' || wrong === 'both' ? t('login.wrong_email') : undefined}
          type="email"
          name="email"
          autoComplete="username"
          required
        />
        <div className="flex flex-col">
          <PasswordField
            ref={password}
            label={t('account.password')}
            error={wrong === 'password' || wrong === 'both' ? t('error.required') : undefined}
            name="password"
            autoComplete="current-password"
            required
          />
          <TextLink to="/auth/forgot-password" className="self-end text-right">
            {t('login.forgot')}
          </TextLink>
        </div>
        <Button type="submit" size="large" wide busy={isSending}>
          {t('account.sign_in')}
        </Button>
      </form>
      <section aria-labelledby="new-here" className="flex flex-col gap-3 border-t border-line pt-6">
        <h2 id="new-here" className="text-base">
          {t('login.new')}
        </h2>
        <LinkButton to="/auth/signup" variant="secondary" wide>
          {t('login.sign_up_farmer')}
        </LinkButton>
        <LinkButton to="/auth/expert-signup" variant="secondary" wide>
          {t('login.sign_up_expert')}
        </LinkButton>
      </section>
    </div>
  )
}
