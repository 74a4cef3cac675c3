import { type FormEvent, useRef, useState } from 'react'
import { callApi } from '../../../api/api-client.ts'
import { getErrorMessage, getFieldError } from '../../../api/errors.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { TextField } from '../../../ui/form/TextField.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { AuthLinks } from '../AuthLinks.tsx'

/** Requests an email with a password reset link. */
export function ForgotPassword() {
  const { t } = useTranslation()
  const emailRef = useRef<HTMLInputElement>(null)
  const [emailError, setEmailError] = useState<string>()
  const [isSending, setSending] = useState(false)

  function showEmailError(message: string) {
    setEmailError(message)
    emailRef.current?.focus()
  }

  async function requestResetLink(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    const email = emailRef.current?.value.trim() ?? ''
    if (email === '') return showEmailError(t('signup.email_missing'))
    setEmailError(undefined)
    setSending(true)
    try {
      const { message } = await callApi('POST /api/auth/forgot-password/', { body: { email } })
      if (emailRef.current) emailRef.current.value = ''
      showSuccess(t('notice.success'), message)
    } catch (error) {
      showError(t('notice.error'), getErrorMessage(error))
      showEmailError(getFieldError(error, 'email') ?? '')
    } finally {
      setSending(false)
    }
  }

  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('forgot.title')} lead={t('forgot.lead')} />
      <form noValidate onSubmit={requestResetLink} className="flex flex-col gap-6">
        <TextField
          ref={emailRef}
          label={t('account.email')}
          error={emailError}
          type="email"
          name="email"
          autoComplete="username"
          required
        />
        <Button type="submit" size="large" wide busy={isSending}>
          {t('account.submit')}
        </Button>
      </form>
      <AuthLinks show={['signUp', 'login', 'terms', 'contact']} />
    </div>
  )
}
