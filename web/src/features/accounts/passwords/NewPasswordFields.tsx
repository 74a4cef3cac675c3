import { isStrongEnough } from '@kutu/contract/accounts/password-strength'
import type { ComponentProps } from 'react'
import { t } from '../../../i18n/i18n.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { PasswordField } from '../../../ui/form/password/PasswordField.tsx'
import { PasswordMeter } from '../../../ui/form/password/PasswordMeter.tsx'
import { measurePasswordStrength } from '../../../ui/form/password/password-strength.ts'
import type { Form, FormErrors } from '../../../ui/form/use-form.ts'

/** Returns why a password is too weak, or undefined when it is strong enough. */
export async function getPasswordError(password: string): Promise<string | undefined> {
  const { level } = await measurePasswordStrength(password)
  if (isStrongEnough(level)) return undefined
  return t('password.is', { strength: t(`password.level.${level}`) })
}

/** Two inputs for a new password. */
export type NewPasswordValues = { password: string; confirm: string }
export const emptyNewPassword: NewPasswordValues = { password: '', confirm: '' }

/** Checks the strength first, then that both inputs match. */
export async function validateNewPassword({
  password,
  confirm,
}: NewPasswordValues): Promise<FormErrors<NewPasswordValues>> {
  const weakness = await getPasswordError(password)
  if (weakness !== undefined) return { password: weakness }
  return { confirm: password === confirm ? undefined : t('password.mismatch') }
}

/** Like `validateNewPassword`, for forms that clear both inputs on an error: a mismatch is shown at the first one. */
export async function validateClearedPassword(values: NewPasswordValues): Promise<{ password?: string | undefined }> {
  const { password, confirm } = await validateNewPassword(values)
  return { password: password ?? confirm }
}

/** Two inputs for a new password, with a strength meter. */
export function NewPasswordFields({ label, form }: { label: string; form: Form<NewPasswordValues> }) {
  return (
    <>
      <div className="flex flex-col gap-2">
        <PasswordField {...form.text('password')} label={label} autoComplete="new-password" required />
        <PasswordMeter password={form.values.password} />
      </div>
      <ConfirmPasswordField
        {...form.text('confirm')}
        password={form.values.password}
        onUseSame={form.control('confirm').onChange}
        required
      />
    </>
  )
}

type ConfirmProps = Omit<ComponentProps<typeof PasswordField>, 'label' | 'autoComplete' | 'value'> & {
  /** The new password, which the button copies. */
  password: string
  value: string
  onUseSame: (password: string) => void
}

/** The second input for a new password, with a button that fills in the first one. */
export function ConfirmPasswordField({ password, onUseSame, ...field }: ConfirmProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-2">
      <PasswordField {...field} label={t('account.confirm_password')} autoComplete="new-password" />
      {password !== '' && field.value !== password && (
        <Button variant="secondary" onClick={() => onUseSame(password)} className="self-start">
          {t('password.use_same')}
        </Button>
      )}
    </div>
  )
}
