import { useText } from '../../text/use-text.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { PasswordMeter } from '../../ui/PasswordMeter.tsx'
import type { NewPassword } from './use-new-password.ts'

/** New password with its strength bar, and the same once more. */
export function NewPasswordFields({ label, of }: { label: string; of: NewPassword }) {
  const { t } = useText()
  const mistakeAt = (at: 'password' | 'confirm') => (of.mistake?.at === at ? of.mistake.sentence : undefined)
  return (
    <>
      <div className="flex flex-col gap-2">
        <PasswordField
          ref={of.passwordInput}
          label={label}
          error={mistakeAt('password')}
          value={of.password}
          onChange={event => of.setPassword(event.target.value)}
          autoComplete="new-password"
          required
        />
        <PasswordMeter password={of.password} />
      </div>
      <PasswordField
        ref={of.confirmInput}
        label={t('account.confirm_password')}
        error={mistakeAt('confirm')}
        value={of.confirm}
        onChange={event => of.setConfirm(event.target.value)}
        autoComplete="new-password"
        required
      />
    </>
  )
}
