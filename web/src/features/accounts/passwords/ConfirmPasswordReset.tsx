import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { callApi } from '../../../api/api-client.ts'
import { ApiError, getErrorMessage } from '../../../api/errors.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { AuthLinks } from '../AuthLinks.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { useNewPassword } from './use-new-password.ts'

/** Sets a new password with the token of the emailed link. */
export function ConfirmPasswordReset() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [searchParams] = useSearchParams()
  const token = searchParams.get('token')
  const [linkError, setLinkError] = useState<string>()
  const [isSending, setSending] = useState(false)
  const passwordForm = useNewPassword({ clearOnError: true })

  async function submit(resetToken: string) {
    const { password: new_password, confirm: confirm_password } = passwordForm
    const body = { token: resetToken, new_password, confirm_password }
    const { message } = await callApi('POST /api/auth/reset-password/', { body })
    showSuccess(t('notice.success'), message)
    await navigate('/auth', { replace: true })
  }

  function handleError(error: unknown) {
    showError(t('notice.error'), getErrorMessage(error))
    if (!(error instanceof ApiError)) return
    if (error.is('weak_password')) passwordForm.showPasswordError(error.message)
    if (error.is('token_invalid')) setLinkError(error.message)
  }

  async function resetPassword(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setLinkError(token ? undefined : t('reset.token_missing'))
    if (!token || !(await passwordForm.validate())) return
    setSending(true)
    await submit(token).catch(handleError)
    setSending(false)
  }

  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('reset.title')} lead={t('reset.lead')} />
      {linkError && (
        <Notice
          kind="error"
          title={t('notice.error')}
          action={<TextLink to="/auth/forgot-password">{t('reset.ask_again')}</TextLink>}
        >
          {linkError}
        </Notice>
      )}
      <form noValidate onSubmit={resetPassword} className="flex flex-col gap-6">
        <NewPasswordFields label={t('account.new_password')} form={passwordForm} />
        <Button type="submit" size="large" wide busy={isSending}>
          {t('account.submit')}
        </Button>
      </form>
      <AuthLinks show={['signUp', 'login', 'terms', 'contact']} />
    </div>
  )
}
