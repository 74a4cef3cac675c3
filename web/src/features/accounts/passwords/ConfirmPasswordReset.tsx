import { useState } from 'react'
import { useLocation } from 'wouter'
import { callApi } from '../../../api/api-client.ts'
import { ApiError } from '../../../api/errors.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { showSuccess } from '../../../ui/feedback/toasts.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { AuthLinks } from '../AuthLinks.tsx'
import { useLinkParameters } from '../use-link-parameters.ts'
import { emptyNewPassword, NewPasswordFields, validateClearedPassword } from './NewPasswordFields.tsx'

/** Sets a new password with the token of the emailed link. */
export function ConfirmPasswordReset() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const token = useLinkParameters('token').token
  const [linkError, setLinkError] = useState<string>()
  const form = useForm({
    initialValues: emptyNewPassword,
    validate: validateClearedPassword,
    errorFields: { weak_password: 'password' },
    onInvalid: () => form.setValues(emptyNewPassword),
    onError: error => {
      if (!(error instanceof ApiError)) return
      if (error.is('weak_password')) form.setValues(emptyNewPassword)
      if (error.is('token_invalid')) setLinkError(error.message)
    },
    onSubmit: async ({ password: new_password, confirm: confirm_password }) => {
      setLinkError(token ? undefined : t('reset.token_missing'))
      if (!token) return
      const { message } = await callApi('POST /api/auth/reset-password/', {
        body: { token, new_password, confirm_password },
      })
      showSuccess(message)
      navigate('/auth', { replace: true })
    },
  })

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
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-6">
        <NewPasswordFields label={t('account.new_password')} form={form} />
        <Button type="submit" size="large" wide busy={form.isSubmitting}>
          {t('account.submit')}
        </Button>
      </form>
      <AuthLinks show={['signUp', 'login', 'terms', 'contact']} />
    </div>
  )
}
