import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps } from './Field.tsx'

export type TextFieldProps = ComponentProps<'input'> & FieldProps

/** A single-line text input. It takes `ref` and the other props of an input, so `{...register('email')}` fits. */
export function TextField({
  label,
  hint,
  error,
  optional = false,
  maxCounted,
  id,
  className,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, optional, maxCounted, id }} text={input.value}>
      {control => <input type="text" {...input} {...control} className={clsx(controlClass, className)} />}
    </Field>
  )
}
