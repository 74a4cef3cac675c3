import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { useText } from '../../text/use-text.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { PasswordMeter } from '../../ui/PasswordMeter.tsx'
import { PhoneInput } from '../../ui/PhoneInput.tsx'
import { readPhone } from '../../ui/phone.ts'
import { TextField } from '../../ui/TextField.tsx'
import { weaknessOf } from './weakness.ts'

/** What every sign-up asks for; the inputs find their form in the context. */
export type AccountForm = { email: string; username: string; password: string; phone_number: string }

export function EmailInput() {
  const { t } = useText()
  const { register, formState } = useFormContext<AccountForm>()
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
  const { t } = useText()
  const { register, formState } = useFormContext<AccountForm>()
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

/** With the strength bar under it. */
export function PasswordInput({ onChange }: { onChange?: () => void }) {
  const { t } = useText()
  const { register, formState, control } = useFormContext<AccountForm>()
  const password = useWatch({ control, name: 'password' })
  return (
    <div className="flex flex-col gap-2">
      <PasswordField
        {...register('password', {
          required: t('signup.password_missing'),
          validate: async value => (await weaknessOf(value)) ?? true,
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
  const { t } = useText()
  const { control, formState } = useFormContext<AccountForm>()
  return (
    <Controller
      control={control}
      name="phone_number"
      rules={{
        required: t('signup.phone_missing'),
        validate: value => readPhone(value, undefined).isValid || t('phone.invalid'),
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
