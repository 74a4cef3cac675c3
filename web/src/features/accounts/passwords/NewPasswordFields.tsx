import { useTranslation } from '../../../i18n/use-translation.ts'
import { PasswordField } from '../../../ui/form/PasswordField.tsx'
import { PasswordMeter } from '../../../ui/form/PasswordMeter.tsx'
import type { NewPasswordForm } from './use-new-password.ts'

/** Two inputs for a new password, with a strength meter. */
export function NewPasswordFields({ label, form }: { label: string; form: NewPasswordForm }) {
  const { t } = useTranslation()
  const getError = (field: 'password' | 'confirm') => (form.error?.field === field ? form.error.message : undefined)
  return (
    <>
      <div className="flex flex-col gap-2">
        <PasswordField
          ref={form.passwordInput}
          label={label}
          error={getError('password')}
          value={form.password}
          onChange={event => form.setPassword(event.target.value)}
          autoComplete="new-password"
          required
        />
        <PasswordMeter password={form.password} />
      </div>
      <PasswordField
        ref={form.confirmInput}
        label={t('account.confirm_password')}
        error={getError('confirm')}
        value={form.confirm}
        onChange={event => form.setConfirm(event.target.value)}
        autoComplete="new-password"
        required
      />
    </>
  )
}
