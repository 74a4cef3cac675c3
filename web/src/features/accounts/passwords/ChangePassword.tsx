import type { User } from '@kutu/contract/accounts/accounts'
import { callApi } from '../../../api/api-client.ts'
import { ApiError } from '../../../api/errors.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { showSuccess } from '../../../ui/feedback/toasts.ts'
import { PasswordField } from '../../../ui/form/password/PasswordField.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { emptyNewPassword, NewPasswordFields, validateClearedPassword } from './NewPasswordFields.tsx'

/** Changes the password. All other devices are signed out. */
export function ChangePassword({ user, onChanged }: { user: User; onChanged?: () => void }) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: { oldPassword: '', ...emptyNewPassword },
    validate: async values => ({
      oldPassword: values.oldPassword === '' ? t('error.required') : undefined,
      ...(await validateClearedPassword(values)),
    }),
    errorFields: { wrong_password: 'oldPassword', weak_password: 'password' },
    onInvalid: errors => errors.password && form.setValues(emptyNewPassword),
    onError: error => error instanceof ApiError && error.is('weak_password') && form.setValues(emptyNewPassword),
    onSubmit: async ({ oldPassword, password: newPassword, confirm: confirmPassword }) => {
      const { message } = await callApi('POST /api/auth/change-password', {
        body: { oldPassword, newPassword, confirmPassword },
      })
      form.reset()
      showSuccess(message)
      onChanged?.()
    },
  })

  return (
    <Card>
      <p className="text-muted">{t('profile.password_lead')}</p>
      <form noValidate onSubmit={form.submit} className="flex max-w-md flex-col gap-5">
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          {...form.text('oldPassword')}
          label={t('profile.old_password')}
          autoComplete="current-password"
          required
        />
        <NewPasswordFields label={t('account.new_password')} form={form} />
        <Button type="submit" size="large" busy={form.isSubmitting}>
          {t('profile.change_password')}
        </Button>
      </form>
    </Card>
  )
}
