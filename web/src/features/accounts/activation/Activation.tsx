import { useState } from 'react'
import { useLocation } from 'wouter'
import { callApi } from '../../../api/api-client.ts'
import { ApiError } from '../../../api/errors.ts'
import { readItem, startSession, storeActivationToken, storeSignUpToken } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { showSuccess } from '../../../ui/feedback/toasts.ts'
import { CodeInput } from '../../../ui/form/CodeInput.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { AuthLinks } from '../AuthLinks.tsx'
import { NewPasswordFields, validateNewPassword } from '../passwords/NewPasswordFields.tsx'
import { forgetSignUpPassword, getSignUpPassword } from './sign-up-password.ts'
import { clearVerificationCode, getVerificationCode } from './verification-code.ts'

/** Sets the password of a verified account, activates it and signs its owner in. */
export function Activation() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [verifiedCode] = useState(getVerificationCode)
  const [signUpPassword] = useState(getSignUpPassword)
  const [isTokenMissing, setTokenMissing] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  const form = useForm({
    initialValues: { code: verifiedCode, password: signUpPassword, confirm: signUpPassword },
    // The code is already filled in after Verify Email, so start at the password.
    initialFocus: verifiedCode ? 'password' : 'code',
    validate: async values => ({
      code: values.code === '' ? t('activation.code_missing') : undefined,
      ...(await validateNewPassword(values)),
    }),
    errorFields: { weak_password: 'password', code_invalid: 'code' },
    onError: error =>
      setNeedsCode(error instanceof ApiError && (error.is('code_expired') || error.is('token_invalid'))),
    onSubmit: async ({ code, password, confirm: confirmPassword }) => {
      const token = readItem('token')
      setTokenMissing(token === null)
      if (token === null) return
      const { message, session } = await callApi('POST /api/auth/activate-account', {
        body: { otp: code, token, password, confirmPassword, start_session: true },
      })
      storeSignUpToken(null)
      storeActivationToken(null)
      clearVerificationCode()
      forgetSignUpPassword()
      showSuccess(message)
      // The layout leaves this screen as soon as a session exists.
      if (session) startSession(session)
      else navigate('/')
    },
  })

  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('activation.title')} lead={t(getLeadKey(verifiedCode, signUpPassword))} />
      {isTokenMissing && (
        <Notice kind="error" title={t('notice.error')} action={<RequestCodeLink />}>
          {t('activation.token_missing')}
        </Notice>
      )}
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-6">
        <CodeInput {...form.control('code')} label={t('activation.code')} name="otp" />
        {needsCode && <RequestCodeLink />}
        <NewPasswordFields label={t('account.password')} form={form} />
        <Button type="submit" size="large" wide busy={form.isSubmitting}>
          {t('activation.activate')}
        </Button>
      </form>
      <AuthLinks show={['signIn', 'contact']} />
    </div>
  )
}

function getLeadKey(verifiedCode: string, signUpPassword: string) {
  if (verifiedCode === '') return 'activation.lead'
  return signUpPassword === '' ? 'activation.lead_verified' : 'activation.lead_ready'
}

/** Links to where a new code can be requested: Verify Email with a token, Forgot Password without one. */
function RequestCodeLink() {
  const { t } = useTranslation()
  const hasToken = readItem('signUpToken') !== null || readItem('token') !== null
  return (
    <TextLink to={hasToken ? '/auth/verify-email' : '/auth/forgot-password'} className="self-start">
      {t('login.inactive.ask')}
    </TextLink>
  )
}
