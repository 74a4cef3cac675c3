import type { ComponentProps } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { PasswordField } from '../../../ui/form/password/PasswordField.tsx'

type Props = Omit<ComponentProps<typeof PasswordField>, 'label' | 'autoComplete' | 'value'> & {
  /** The new password, which the button copies. */
  password: string
  value: string
  onUseSame: (password: string) => void
}

/** The second input for a new password, with a button that fills in the first one. */
export function ConfirmPasswordField({ password, onUseSame, ...field }: Props) {
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
