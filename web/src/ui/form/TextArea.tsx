import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { controlClass, Field, type FieldProps } from './Field.tsx'

/** Several lines of text. */
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
