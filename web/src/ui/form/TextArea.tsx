import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { controlClass, Field, type FieldProps } from './Field.tsx'

/** A multi-line text input. */
export function TextArea({
  label,
  hint,
  error,
  optional = false,
  id,
  className,
  rows = 4,
  ...area
}: ComponentProps<'textarea'> & FieldProps) {
  return (
    <Field {...{ label, hint, error, optional, id }}>
      {control => (
        <textarea rows={rows} {...area} {...control} className={classNames(controlClass, 'resize-y', className)} />
      )}
    </Field>
  )
}
