import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { callApi } from '../../../api/api-client.ts'
import { ApiError, getErrorMessage } from '../../../api/errors.ts'
import { readItem, storeActivationToken, storeSignUpToken } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { CodeInput } from '../../../ui/form/CodeInput.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { AuthLinks } from '../AuthLinks.tsx'
import { NewPasswordFields } from '../passwords/NewPasswordFields.tsx'
import { useNewPassword } from '../passwords/use-new-password.ts'
import { RequestCodeLink } from './RequestCodeLink.tsx'
import { clearVerificationCode, getVerificationCode } from './verification-code.ts'

/** Sets the password of a verified account and activates it. */
export function Activation() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const codeInput = useRef<HTMLInputElement>(null)
  const [verifiedCode] = useState(getVerificationCode)
  const [code, setCode] = useState(verifiedCode)
  const [codeError, setCodeError] = useState<string>()
  const [isTokenMissing, setTokenMissing] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  const [isSending, setSending] = useState(false)
  const passwordForm = useNewPassword({ clearOnError: false })

  const { passwordInput } = passwordForm
  useEffect(() => {
    // The code is already filled in after Verify Email, so start at the password.
    const firstInput = verifiedCode ? passwordInput : codeInput
    firstInput.current?.focus()
  }, [verifiedCode, passwordInput])

  function showCodeError(message: string) {
    setCodeError(message)
    codeInput.current?.focus()
  }

  function handleError(error: unknown) {
    showError(t('notice.error'), getErrorMessage(error))
    if (!(error instanceof ApiError)) return
    if (error.is('weak_password')) passwordForm.showPasswordError(error.message)
    if (error.is('code_invalid')) showCodeError(error.message)
    setNeedsCode(error.is('code_expired') || error.is('token_invalid'))
  }

  async function submit(token: string) {
    const { password, confirm: confirmPassword } = passwordForm
    const { message } = await callApi('POST /api/auth/activate-account', {
      body: { otp: code, token, password, confirmPassword },
    })
    storeSignUpToken(null)
    storeActivationToken(null)
    clearVerificationCode()
    showSuccess(t('notice.success'), message)
    await navigate('/')
  }

  async function activate(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setCodeError(undefined)
    if (code === '') return showCodeError(t('activation.code_missing'))
    if (!(await passwordForm.validate())) return
    const token = readItem('token')
    setTokenMissing(token === null)
    if (token === null) return
    setSending(true)
    await submit(token).catch(handleError)
    setSending(false)
  }

  return (
    <div className="flex flex-col gap-6">
      <PageTitle
        title={t('activation.title')}
        lead={t(verifiedCode ? 'activation.lead_verified' : 'activation.lead')}
      />
      {isTokenMissing && (
        <Notice kind="error" title={t('notice.error')} action={<RequestCodeLink />}>
          {t('activation.token_missing')}
        </Notice>
      )}
      <form noValidate onSubmit={activate} className="flex flex-col gap-6">
        <CodeInput
          ref={codeInput}
          label={t('activation.code')}
          error={codeError}
          value={code}
          onChange={setCode}
          name="otp"
        />
        {needsCode && <RequestCodeLink />}
        <NewPasswordFields label={t('account.password')} form={passwordForm} />
        <Button type="submit" size="large" wide busy={isSending}>
          {t('activation.activate')}
        </Button>
      </form>
      <AuthLinks show={['signIn', 'contact']} />
    </div>
  )
}
