import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps } from './Field.tsx'

/** A number input without spin buttons. The mouse wheel does not change it. */
export function NumberField({
  label,
  hint,
  error,
  optional = false,
  id,
  className,
  unit,
  ...input
}: ComponentProps<'input'> & FieldProps & { unit?: string }) {
  return (
    <Field {...{ label, hint, error, optional, id }}>
      {control => (
        <div className="relative">
          <input
            inputMode="decimal"
            step="any"
            {...input}
            {...control}
            type="number"
            onWheel={event => event.currentTarget.blur()}
            className={clsx(controlClass, unit && 'pr-20', 'no-spinner', className)}
          />
          {unit && (
            <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-muted">{unit}</span>
          )}
        </div>
      )}
    </Field>
  )
}
