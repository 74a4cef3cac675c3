import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { callApi } from '../../../api/api-client.ts'
import { ApiError, getErrorMessage } from '../../../api/errors.ts'
import { readItem, storeActivationToken, storeSignUpToken } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { CodeInput } from '../../../ui/form/CodeInput.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { AuthLinks } from '../AuthLinks.tsx'
import { clearVerificationCode, parseVerificationCode, storeVerificationCode } from './verification-code.ts'

/** Sign-up passes the email address in the navigation state. A link from an email has none. */
const getEmailFromState = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : undefined

/** Verifies the email address by code. A link with token and code submits by itself. */
export function VerifyEmail() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const email = getEmailFromState(useLocation().state)
  const [searchParams, setSearchParams] = useSearchParams()
  const codeInput = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState(() => parseVerificationCode(searchParams.get('verificationToken')))
  const [codeError, setCodeError] = useState<string>()
  const [tokenError, setTokenError] = useState<string>()
  const [pendingAction, setPendingAction] = useState<'verify' | 'resend' | null>(null)
  const token = searchParams.get('token') || readItem('signUpToken')

  function showCodeError(message: string) {
    setCodeError(message)
    codeInput.current?.focus()
  }

  async function submit(submittedToken: string) {
    const body = { token: submittedToken, verificationCode: code }
    const { data } = await callApi('POST /api/auth/verify/email', { body })
    storeSignUpToken(submittedToken)
    storeActivationToken(data.token)
    storeVerificationCode(code)
    await navigate('/auth/activation')
  }

  function handleError(error: unknown) {
    showError(t('notice.error'), getErrorMessage(error))
    if (!(error instanceof ApiError)) return
    if (error.is('token_invalid')) setTokenError(error.message)
    else if (error.is('code_invalid') || error.is('code_expired')) showCodeError(error.message)
  }

  async function verify() {
    if (pendingAction) return
    setCodeError(undefined)
    if (code === '') return showCodeError(t('verify.code_missing'))
    setTokenError(token ? undefined : t('verify.token_missing'))
    if (!token) return
    setPendingAction('verify')
    await submit(token).catch(handleError)
    setPendingAction(null)
  }

  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    if (token && code) void verify()
    else codeInput.current?.focus()
  })

  async function requestCode(submittedToken: string) {
    const body = { actionType: 'EMAIL_VERIFICATION', token: submittedToken } as const
    const { message, data } = await callApi('POST /api/auth/resend-otp', { body })
    storeSignUpToken(data.token)
    storeActivationToken(null)
    clearVerificationCode()
    // The token in the URL is no longer valid.
    setSearchParams({}, { replace: true, state: email && { email } })
    setCode('')
    setCodeError(undefined)
    showSuccess(t('notice.success'), message)
    codeInput.current?.focus()
  }

  async function resend() {
    if (pendingAction) return
    // A verified visitor whose activation token expired has only that token, which also allows to request a new code.
    const lastToken = token || readItem('token')
    setTokenError(lastToken ? undefined : t('verify.token_missing'))
    if (!lastToken) return
    setPendingAction('resend')
    await requestCode(lastToken).catch(handleError)
    setPendingAction(null)
  }

  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('verify.title')} lead={email ? t('verify.sent_to', { email }) : t('verify.sent')} />
      {tokenError && (
        <Notice kind="error" title={tokenError} action={<TextLink to="/auth">{t('account.sign_in')}</TextLink>}>
          {t('verify.token_help')}
        </Notice>
      )}
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void verify()
        }}
        className="flex flex-col gap-6"
      >
        <CodeInput
          ref={codeInput}
          label={t('verify.code')}
          hint={t('verify.no_letter')}
          error={codeError}
          value={code}
          onChange={setCode}
          name="verificationCode"
        />
        <div className="flex flex-col gap-3">
          <Button type="submit" size="large" wide busy={pendingAction === 'verify'}>
            {t('verify.verify')}
          </Button>
          <Button variant="secondary" wide busy={pendingAction === 'resend'} onClick={resend}>
            {t('verify.resend')}
          </Button>
        </div>
      </form>
      <AuthLinks show={['signIn', 'terms', 'privacy']} />
    </div>
  )
}
