import { type FormEvent, useRef, useState } from 'react'
import { callApi } from '../../../api/api-client.ts'
import { ApiError, getErrorMessage } from '../../../api/errors.ts'
import { startSession } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { PasswordField } from '../../../ui/form/PasswordField.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { DeletionNotice } from './DeletionNotice.tsx'
import { InactiveAccountNotice } from './InactiveAccountNotice.tsx'

/** Checks for text, @, text, dot, text. Only a sent email can prove that an address exists. */
const looksLikeEmail = (value: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)

type InvalidFields = 'email' | 'password' | 'both'

/**
 * The layout redirects as soon as a session exists. Uses plain state because this is the first screen that users load.
 */
export function Login() {
  const { t } = useTranslation()
  const emailRef = useRef<HTMLInputElement>(null)
  const passwordRef = useRef<HTMLInputElement>(null)
  const [invalidFields, setInvalidFields] = useState<InvalidFields | null>(null)
  const [isSending, setSending] = useState(false)
  const [isInactive, setInactive] = useState(false)

  function findInvalidFields(values: { email: string; password: string }): InvalidFields | null {
    if (!looksLikeEmail(values.email)) return values.password === '' ? 'both' : 'email'
    return values.password === '' ? 'password' : null
  }

  function focusInvalidField(invalid: InvalidFields) {
    const field = invalid === 'password' ? passwordRef.current : emailRef.current
    if (invalid !== 'password') {
      if (emailRef.current) emailRef.current.value = ''
      showError(t('login.invalid_email'), t('login.wrong_email'))
    }
    field?.focus()
  }

  async function signIn(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    const values = { email: emailRef.current?.value.trim() ?? '', password: passwordRef.current?.value ?? '' }
    const invalid = findInvalidFields(values)
    setInvalidFields(invalid)
    setInactive(false)
    if (invalid) return focusInvalidField(invalid)
    setSending(true)
    try {
      const reply = await callApi('POST /api/auth/login/', { body: values })
      startSession(reply)
      if (reply.message) showSuccess(t('notice.success'), reply.message)
    } catch (error) {
      setInactive(error instanceof ApiError && error.is('account_inactive'))
      showError(t('notice.error'), getErrorMessage(error))
      passwordRef.current?.focus()
    } finally {
      setSending(false)
    }
  }

  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('login.title')} lead={t('login.lead')} />
      {isInactive && <InactiveAccountNotice />}
      <DeletionNotice />
      <form noValidate onSubmit={signIn} className="flex flex-col gap-4">
        <TextField
          ref={emailRef}
          label={t('account.email')}
          error={invalidFields === 'email' || invalidFields === 'both' ? t('login.wrong_email') : undefined}
          type="email"
          name="email"
          autoComplete="username"
          required
        />
        <div className="flex flex-col">
          <PasswordField
            ref={passwordRef}
            label={t('account.password')}
            error={invalidFields === 'password' || invalidFields === 'both' ? t('error.required') : undefined}
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
