import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldLook } from './Field.tsx'
import { join } from './join.ts'

export type TextFieldProps = ComponentProps<'input'> & FieldLook

/** One line of text. Takes `ref` and the rest of an input, so `{...register('email')}` fits. */
export function TextField({ label, hint, error, optional = false, id, className, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, optional, id }}>
      {control => <input type="text" {...input} {...control} className={join(controlClass, className)} />}
    </Field>
  )
}
