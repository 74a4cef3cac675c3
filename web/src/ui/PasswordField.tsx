import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useText } from '../text/use-text.ts'
import { controlClass, Field, type FieldLook } from './Field.tsx'
import { join } from './join.ts'

/** A password with a button that shows it. Pass `autoComplete`: `current-password` or `new-password`. */
export function PasswordField({
  label,
  hint,
  error,
  optional = false,
  id,
  className,
  ...input
}: ComponentProps<'input'> & FieldLook) {
  const { t } = useText()
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field {...{ label, hint, error, optional, id }}>
      {control => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={join(controlClass, 'pr-14', className)}
          />
          <button
            type="button"
            aria-label={isShown ? t('password.hide') : t('password.show')}
            aria-controls={control.id}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 right-0 flex w-12 items-center justify-center rounded-lg text-muted hover:text-ink"
          >
            <Icon aria-hidden="true" className="size-6" />
          </button>
        </div>
      )}
    </Field>
  )
}
