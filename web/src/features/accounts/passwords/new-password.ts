import { isStrongEnough } from '@kutu/contract/accounts/password-strength'
import { t } from '../../../i18n/i18n.ts'
import { measurePasswordStrength } from '../../../ui/form/password/password-strength.ts'
import type { FormErrors } from '../../../ui/form/use-form.ts'

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
