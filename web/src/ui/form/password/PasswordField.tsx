import { clsx } from 'clsx'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { controlClass, Field, type FieldProps } from '../Field.tsx'

/** A password input with a button that shows it. Pass `autoComplete`: `current-password` or `new-password`. */
export function PasswordField({
  label,
  hint,
  error,
  optional = false,
  id,
  className,
  ...input
}: ComponentProps<'input'> & FieldProps) {
  const { t } = useTranslation()
  const [isVisible, setVisible] = useState(false)
  const Icon = isVisible ? EyeOff : Eye
  return (
    <Field {...{ label, hint, error, optional, id }}>
      {control => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={isVisible ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={clsx(controlClass, 'pr-14', className)}
          />
          <button
            type="button"
            aria-label={isVisible ? t('password.hide') : t('password.show')}
            aria-controls={control.id}
            onClick={() => setVisible(!isVisible)}
            className="absolute inset-y-0 right-0 flex w-12 items-center justify-center rounded-lg text-muted hover:text-ink"
          >
            <Icon aria-hidden="true" className="size-6" />
          </button>
        </div>
      )}
    </Field>
  )
}
