import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldLook } from './Field.tsx'
import { join } from './join.ts'

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
}: ComponentProps<'textarea'> & FieldLook) {
  return (
    <Field {...{ label, hint, error, optional, id }}>
      {control => <textarea rows={rows} {...area} {...control} className={join(controlClass, 'resize-y', className)} />}
    </Field>
  )
}
