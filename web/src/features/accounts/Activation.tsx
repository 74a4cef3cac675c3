import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { ApiError, messageOf } from '../../api/errors.ts'
import { readItem, storeActivationToken, storeSignUpToken } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeInput } from '../../ui/CodeInput.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { AuthLinks } from './AuthLinks.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { useNewPassword } from './use-new-password.ts'
import { forgetVerificationCode, keptVerificationCode } from './verification-code.ts'
import { WayToCode } from './WayToCode.tsx'

/** Sets the password of a verified account and opens it for signing in. */
export function Activation() {
  const { t } = useText()
  const navigate = useNavigate()
  const codeInput = useRef<HTMLInputElement>(null)
  const [kept] = useState(keptVerificationCode)
  const [code, setCode] = useState(kept)
  const [codeMistake, setCodeMistake] = useState<string>()
  const [lacksToken, setLacksToken] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  const [isSending, setSending] = useState(false)
  const chosen = useNewPassword({ clearsWhenWrong: false })

  const { passwordInput } = chosen
  useEffect(() => {
    // Coming from Verify Email, what is left to do is the password.
    const next = kept ? passwordInput : codeInput
    next.current?.focus()
  }, [kept, passwordInput])

  function refuseCode(sentence: string) {
    setCodeMistake(sentence)
    codeInput.current?.focus()
  }

  function refuse(error: unknown) {
    showError(t('notice.error'), messageOf(error))
    if (!(error instanceof ApiError)) return
    if (error.is('weak_password')) chosen.refuse(error.message)
    if (error.is('code_invalid')) refuseCode(error.message)
    setNeedsCode(error.is('code_expired') || error.is('token_invalid'))
  }

  async function send(token: string) {
    const { password, confirm: confirmPassword } = chosen
    const { message } = await call('POST /api/auth/activate-account', {
      body: { otp: code, token, password, confirmPassword },
    })
    storeSignUpToken(null)
    storeActivationToken(null)
    forgetVerificationCode()
    showSuccess(t('notice.success'), message)
    await navigate('/')
  }

  async function activate(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setCodeMistake(undefined)
    if (code === '') return refuseCode(t('activation.code_missing'))
    if (!(await chosen.isGood())) return
    const token = readItem('token')
    setLacksToken(token === null)
    if (token === null) return
    setSending(true)
    await send(token).catch(refuse)
    setSending(false)
  }

  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('activation.title')} lead={t(kept ? 'activation.lead_verified' : 'activation.lead')} />
      {lacksToken && (
        <Notice kind="error" title={t('notice.error')} action={<WayToCode />}>
          {t('activation.token_missing')}
        </Notice>
      )}
      <form noValidate onSubmit={activate} className="flex flex-col gap-6">
        <CodeInput
          ref={codeInput}
          label={t('activation.code')}
          error={codeMistake}
          value={code}
          onChange={setCode}
          name="otp"
        />
        {needsCode && <WayToCode />}
        <NewPasswordFields label={t('account.password')} of={chosen} />
        <Button type="submit" size="large" wide busy={isSending}>
          {t('activation.activate')}
        </Button>
      </form>
      <AuthLinks show={['signIn', 'contact']} />
    </div>
  )
}
