import { callApi } from '../../api/api-client.ts'
import { answerPasswordRequest } from '../../api/session/password-confirmation.ts'
import { useUser } from '../../api/session/session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { PasswordField } from '../../ui/form/password/PasswordField.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { FormDialog } from '../../ui/overlay/FormDialog.tsx'

/** Asks for the password before a sensitive call. The call that waits for it is repeated after a correct one. */
export function PasswordConfirmationDialog() {
  const { t } = useTranslation()
  const email = useUser()?.email ?? ''
  const form = useForm({
    initialValues: { password: '' },
    initialFocus: 'password',
    validate: ({ password }) => ({ password: password === '' ? t('error.required') : undefined }),
    toastsFieldErrors: false,
    onSubmit: async ({ password }) => {
      await callApi('POST /api/auth/confirm-password', { body: { password } })
      answerPasswordRequest(true)
    },
  })
  return (
    <FormDialog
      title={t('confirm_password.title')}
      submitLabel={t('action.continue')}
      form={form}
      onClose={() => answerPasswordRequest(false)}
    >
      <p>{t('confirm_password.lead')}</p>
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...form.text('password')}
        label={t('confirm_password.password')}
        className="scroll-mb-16"
        autoComplete="current-password"
        required
      />
    </FormDialog>
  )
}
