import { useTranslation } from '../../../i18n/use-translation.ts'
import { PasswordField } from '../../../ui/form/password/PasswordField.tsx'
import { PasswordMeter } from '../../../ui/form/password/PasswordMeter.tsx'
import type { Form } from '../../../ui/form/use-form.ts'
import type { NewPasswordValues } from './new-password.ts'

/** Two inputs for a new password, with a strength meter. */
export function NewPasswordFields({ label, form }: { label: string; form: Form<NewPasswordValues> }) {
  const { t } = useTranslation()
  return (
    <>
      <div className="flex flex-col gap-2">
        <PasswordField {...form.text('password')} label={label} autoComplete="new-password" required />
        <PasswordMeter password={form.values.password} />
      </div>
      <PasswordField
        {...form.text('confirm')}
        label={t('account.confirm_password')}
        autoComplete="new-password"
        required
      />
    </>
  )
}
