import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { callApi } from '../../../api/api-client.ts'
import { ApiError } from '../../../api/errors.ts'
import { readItem, storeActivationToken, storeSignUpToken } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useAddress } from '../../../router.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { CodeInput } from '../../../ui/form/CodeInput.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { AuthLinks } from '../AuthLinks.tsx'
import { useLinkParameters } from '../use-link-parameters.ts'
import { findSignUpPassword, getSignUpPassword, rememberSignUpPassword } from './sign-up-password.ts'
import { clearVerificationCode, parseVerificationCode, storeVerificationCode } from './verification-code.ts'

/** Sign-up passes the email address in the navigation state. A link from an email has none. */
const getEmailFromState = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : undefined

/** Verifies the email address by code. A link with token and code submits by itself. */
export function VerifyEmail() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const email = getEmailFromState(useAddress().state)
  const link = useLinkParameters('token', 'verificationToken')
  const [isLinkValid, setLinkValid] = useState(true)
  const [tokenError, setTokenError] = useState<string>()
  const [isResending, setResending] = useState(false)
  const token = (isLinkValid && link.token) || readItem('signUpToken')
  const linkedCode = parseVerificationCode(link.verificationToken)
  const submitsByItself = Boolean(token && linkedCode)
  const form = useForm({
    initialValues: { code: linkedCode },
    initialFocus: submitsByItself ? undefined : 'code',
    validate: ({ code }) => ({ code: code === '' ? t('verify.code_missing') : undefined }),
    errorFields: { code_invalid: 'code', code_expired: 'code' },
    onError: showTokenError,
    onSubmit: async ({ code }) => {
      setTokenError(token ? undefined : t('verify.token_missing'))
      if (!token) return
      const { data } = await callApi('POST /api/auth/verify/email', { body: { token, verificationCode: code } })
      storeSignUpToken(token)
      storeActivationToken(data.token)
      storeVerificationCode(code)
      await findSignUpPassword(token)
      navigate('/auth/activation')
    },
  })

  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    if (submitsByItself) form.submit()
  })

  function showTokenError(error: unknown) {
    if (error instanceof ApiError && error.is('token_invalid')) setTokenError(error.message)
  }

  async function requestCode(lastToken: string) {
    const body = { actionType: 'EMAIL_VERIFICATION', token: lastToken } as const
    const { message, data } = await callApi('POST /api/auth/resend-otp', { body })
    storeSignUpToken(data)
    storeActivationToken(null)
    clearVerificationCode()
    const password = getSignUpPassword()
    if (password !== '') rememberSignUpPassword(password, data)
    // The token of the link is no longer valid.
    setLinkValid(false)
    form.reset()
    form.setValues({ code: '' })
    showSuccess(message)
    form.focus('code')
  }

  async function resend() {
    if (isResending || form.isSubmitting) return
    // A verified visitor whose activation token expired has only that token, which also allows to request a new code.
    const lastToken = token || readItem('token')
    setTokenError(lastToken ? undefined : t('verify.token_missing'))
    if (!lastToken) return
    setResending(true)
    try {
      await requestCode(lastToken)
    } catch (error) {
      showError(error)
      showTokenError(error)
    } finally {
      setResending(false)
    }
  }

  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('verify.title')} lead={email ? t('verify.sent_to', { email }) : t('verify.sent')} />
      {tokenError && (
        <Notice kind="error" title={tokenError} action={<TextLink to="/auth">{t('account.sign_in')}</TextLink>}>
          {t('verify.token_help')}
        </Notice>
      )}
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-6">
        <CodeInput
          {...form.control('code')}
          label={t('verify.code')}
          hint={t('verify.no_letter')}
          name="verificationCode"
        />
        <div className="flex flex-col gap-3">
          <Button type="submit" size="large" wide busy={form.isSubmitting}>
            {t('verify.verify')}
          </Button>
          <Button variant="secondary" wide busy={isResending} onClick={resend}>
            {t('verify.resend')}
          </Button>
        </div>
      </form>
      <AuthLinks show={['signIn', 'terms', 'privacy']} />
    </div>
  )
}
