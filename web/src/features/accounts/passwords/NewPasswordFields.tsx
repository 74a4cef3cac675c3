import { PasswordField } from '../../../ui/form/password/PasswordField.tsx'
import { PasswordMeter } from '../../../ui/form/password/PasswordMeter.tsx'
import type { Form } from '../../../ui/form/use-form.ts'
import { ConfirmPasswordField } from './ConfirmPasswordField.tsx'
import type { NewPasswordValues } from './new-password.ts'

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
