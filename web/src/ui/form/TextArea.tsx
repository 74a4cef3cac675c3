import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps } from './Field.tsx'

/** A multi-line text input. */
export function TextArea({
  label,
  hint,
  error,
  optional = false,
  maxCounted,
  id,
  className,
  rows = 4,
  ...area
}: ComponentProps<'textarea'> & FieldProps) {
  return (
    <Field {...{ label, hint, error, optional, maxCounted, id }} text={area.value}>
      {control => <textarea rows={rows} {...area} {...control} className={clsx(controlClass, 'resize-y', className)} />}
    </Field>
  )
}
