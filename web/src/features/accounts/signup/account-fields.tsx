import { t } from '../../../i18n/i18n.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { PasswordField } from '../../../ui/form/password/PasswordField.tsx'
import { PasswordMeter } from '../../../ui/form/password/PasswordMeter.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import type { Form, FormErrors } from '../../../ui/form/use-form.ts'
import { PhoneInput } from '../../../ui/phone/PhoneInput.tsx'
import { parsePhone } from '../../../ui/phone/phone-number.ts'
import { getPasswordError } from '../passwords/new-password.ts'

/** The values that both sign-up forms share. */
export type AccountFormValues = { email: string; username: string; password: string; phone_number: string }
type Props = { form: Form<AccountFormValues> }

/** Checks the shared values. */
export async function validateAccount({
  email,
  username,
  password,
  phone_number,
}: AccountFormValues): Promise<FormErrors<AccountFormValues>> {
  return {
    email: email === '' ? t('signup.email_missing') : undefined,
    username: username === '' ? t('signup.username_missing') : undefined,
    password: password === '' ? t('signup.password_missing') : await getPasswordError(password),
    phone_number:
      phone_number.trim() === '' || parsePhone(phone_number, undefined).isValid ? undefined : t('phone.invalid'),
  }
}

export function EmailInput({ form }: Props) {
  const { t } = useTranslation()
  return <TextField {...form.text('email')} label={t('account.email')} type="email" autoComplete="email" />
}

export function UsernameInput({ form }: Props) {
  const { t } = useTranslation()
  return (
    <TextField
      {...form.text('username')}
      label={t('account.username')}
      hint={t('signup.username_hint')}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

/** The password field with its strength meter. */
export function PasswordInput({ form }: Props) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-2">
      <PasswordField {...form.text('password')} label={t('account.password')} autoComplete="new-password" />
      <PasswordMeter password={form.values.password} />
    </div>
  )
}

export function PhoneNumberInput({ form }: Props) {
  const { t } = useTranslation()
  return <PhoneInput {...form.control('phone_number')} name="phone_number" label={t('signup.phone')} optional />
}
