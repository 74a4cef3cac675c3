import { isStrongEnough } from '@kutu/contract/accounts/password-strength'
import { t } from '../../../i18n/i18n.ts'
import { measurePasswordStrength } from '../../../ui/form/password-strength.ts'

/** Returns why a password is too weak, or undefined when it is strong enough. */
export async function getPasswordError(password: string): Promise<string | undefined> {
  const { level } = await measurePasswordStrength(password)
  if (isStrongEnough(level)) return undefined
  return t('password.is', { strength: t(`password.level.${level}`) })
}
