import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { PasswordField } from '../../../ui/form/PasswordField.tsx'
import { PasswordMeter } from '../../../ui/form/PasswordMeter.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { PhoneInput } from '../../../ui/phone/PhoneInput.tsx'
import { parsePhone } from '../../../ui/phone/phone-number.ts'
import { getPasswordError } from '../passwords/password-error.ts'

/** The values that both sign-up forms share. The fields read their form from context. */
export type AccountFormValues = { email: string; username: string; password: string; phone_number: string }

export function EmailInput() {
  const { t } = useTranslation()
  const { register, formState } = useFormContext<AccountFormValues>()
  return (
    <TextField
      {...register('email', { required: t('signup.email_missing') })}
      label={t('account.email')}
      error={formState.errors.email?.message}
      type="email"
      autoComplete="email"
    />
  )
}

export function UsernameInput() {
  const { t } = useTranslation()
  const { register, formState } = useFormContext<AccountFormValues>()
  return (
    <TextField
      {...register('username', { required: t('signup.username_missing') })}
      label={t('account.username')}
      hint={t('signup.username_hint')}
      error={formState.errors.username?.message}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

/** The password field with its strength meter. */
export function PasswordInput({ onChange }: { onChange?: () => void }) {
  const { t } = useTranslation()
  const { register, formState, control } = useFormContext<AccountFormValues>()
  const password = useWatch({ control, name: 'password' })
  return (
    <div className="flex flex-col gap-2">
      <PasswordField
        {...register('password', {
          required: t('signup.password_missing'),
          validate: async value => (await getPasswordError(value)) ?? true,
          onChange: () => onChange?.(),
        })}
        label={t('account.password')}
        error={formState.errors.password?.message}
        autoComplete="new-password"
      />
      <PasswordMeter password={password} />
    </div>
  )
}

export function PhoneNumberInput() {
  const { t } = useTranslation()
  const { control, formState } = useFormContext<AccountFormValues>()
  return (
    <Controller
      control={control}
      name="phone_number"
      rules={{
        required: t('signup.phone_missing'),
        validate: value => parsePhone(value, undefined).isValid || t('phone.invalid'),
      }}
      render={({ field: { ref, name, value, onBlur, onChange } }) => (
        <PhoneInput
          {...{ ref, name, value, onBlur }}
          onChange={number => onChange(number)}
          label={t('signup.phone')}
          error={formState.errors.phone_number?.message}
        />
      )}
    />
  )
}
