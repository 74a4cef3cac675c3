import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldLook } from './Field.tsx'
import { join } from './join.ts'

/** A number typed in; no spinner buttons and no change by an accidental turn of the wheel. */
export function NumberField({
  label,
  hint,
  error,
  optional = false,
  id,
  className,
  unit,
  ...input
}: ComponentProps<'input'> & FieldLook & { unit?: string }) {
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
            className={join(controlClass, unit && 'pr-20', 'no-spinner', className)}
          />
          {unit && (
            <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-muted">{unit}</span>
          )}
        </div>
      )}
    </Field>
  )
}
