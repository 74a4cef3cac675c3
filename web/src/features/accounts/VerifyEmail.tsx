import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { ApiError, messageOf } from '../../api/errors.ts'
import { readItem, storeActivationToken, storeSignUpToken } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeInput } from '../../ui/CodeInput.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { AuthLinks } from './AuthLinks.tsx'
import { codeIn, forgetVerificationCode, keepVerificationCode } from './verification-code.ts'

/** After sign-up the address comes along in the navigation; a link from a letter brings none. */
const emailIn = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : undefined

/** Proves the e-mail with the code of the letter; a link that brings token and code verifies by itself. */
export function VerifyEmail() {
  const { t } = useText()
  const navigate = useNavigate()
  const email = emailIn(useLocation().state)
  const [query, setQuery] = useSearchParams()
  const codeInput = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState(() => codeIn(query.get('verificationToken')))
  const [codeMistake, setCodeMistake] = useState<string>()
  const [noToken, setNoToken] = useState<string>()
  const [work, setWork] = useState<'verify' | 'resend' | null>(null)
  const token = query.get('token') || readItem('signUpToken')

  function refuseCode(sentence: string) {
    setCodeMistake(sentence)
    codeInput.current?.focus()
  }

  async function send(withToken: string) {
    const body = { token: withToken, verificationCode: code }
    const { data } = await call('POST /api/auth/verify/email', { body })
    storeSignUpToken(withToken)
    storeActivationToken(data.token)
    keepVerificationCode(code)
    await navigate('/auth/activation')
  }

  function refuse(error: unknown) {
    showError(t('notice.error'), messageOf(error))
    if (!(error instanceof ApiError)) return
    if (error.is('token_invalid')) setNoToken(error.message)
    else if (error.is('code_invalid') || error.is('code_expired')) refuseCode(error.message)
  }

  async function verify() {
    if (work) return
    setCodeMistake(undefined)
    if (code === '') return refuseCode(t('verify.code_missing'))
    setNoToken(token ? undefined : t('verify.token_missing'))
    if (!token) return
    setWork('verify')
    await send(token).catch(refuse)
    setWork(null)
  }

  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    if (token && code) void verify()
    else codeInput.current?.focus()
  })

  async function askAgain(withToken: string) {
    const body = { actionType: 'EMAIL_VERIFICATION', token: withToken } as const
    const { message, data } = await call('POST /api/auth/resend-otp', { body })
    storeSignUpToken(data.token)
    storeActivationToken(null)
    forgetVerificationCode()
    // The token in the address has just died.
    setQuery({}, { replace: true, state: email && { email } })
    setCode('')
    setCodeMistake(undefined)
    showSuccess(t('notice.success'), message)
    codeInput.current?.focus()
  }

  async function resend() {
    if (work) return
    // A verified visitor whose time for activation ran out holds only that token; it too is good for a new code.
    const last = token || readItem('token')
    setNoToken(last ? undefined : t('verify.token_missing'))
    if (!last) return
    setWork('resend')
    await askAgain(last).catch(refuse)
    setWork(null)
  }

  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('verify.title')} lead={email ? t('verify.sent_to', { email }) : t('verify.sent')} />
      {noToken && (
        <Notice kind="error" title={noToken} action={<TextLink to="/auth">{t('account.sign_in')}</TextLink>}>
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
          error={codeMistake}
          value={code}
          onChange={setCode}
          name="verificationCode"
        />
        <div className="flex flex-col gap-3">
          <Button type="submit" size="large" wide busy={work === 'verify'}>
            {t('verify.verify')}
          </Button>
          <Button variant="secondary" wide busy={work === 'resend'} onClick={resend}>
            {t('verify.resend')}
          </Button>
        </div>
      </form>
      <AuthLinks show={['signIn', 'terms', 'privacy']} />
    </div>
  )
}
