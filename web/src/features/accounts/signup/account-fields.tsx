import type { ReactNode } from 'react'
import { t } from '../../../i18n/i18n.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { PasswordField } from '../../../ui/form/password/PasswordField.tsx'
import { PasswordMeter } from '../../../ui/form/password/PasswordMeter.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import type { Form, FormErrors } from '../../../ui/form/use-form.ts'
import { PhoneInput } from '../../../ui/phone/PhoneInput.tsx'
import { parsePhone } from '../../../ui/phone/phone-number.ts'
import { getPasswordError } from '../passwords/NewPasswordFields.tsx'

/** The values that both sign-up forms share. */
export type AccountFormValues = { email: string; username: string; password: string; phone_number: string }

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

/** The shared fields. */
export function AccountFields({
  form,
  children,
}: {
  form: Form<AccountFormValues>
  /** Rendered below the password. */
  children?: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <>
      <TextField {...form.text('email')} label={t('account.email')} type="email" autoComplete="email" />
      <TextField
        {...form.text('username')}
        label={t('account.username')}
        hint={t('signup.username_hint')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className="flex flex-col gap-2">
        <PasswordField {...form.text('password')} label={t('account.password')} autoComplete="new-password" />
        <PasswordMeter password={form.values.password} />
      </div>
      {children}
      <PhoneInput {...form.control('phone_number')} name="phone_number" label={t('phone.number')} optional />
    </>
  )
}
