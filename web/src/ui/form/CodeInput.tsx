import { clsx } from 'clsx'
import { type Ref, useState } from 'react'
import { Field, type FieldProps } from './Field.tsx'

type CodeInputProps = FieldProps & {
  value: string
  onChange: (code: string) => void
  name?: string
  disabled?: boolean
  ref?: Ref<HTMLInputElement>
}

const length = 4
const cells = Array.from({ length }, (_, position) => position)

/**
 * A one-time code. It is one real input drawn as cells, so that paste, autofill from SMS and screen readers work as in
 * any text field. It keeps the digits of whatever is pasted.
 */
export function CodeInput({ value, onChange, name, disabled, ref, ...fieldProps }: CodeInputProps) {
  const [hasFocus, setFocus] = useState(false)
  const next = Math.min(value.length, length - 1)
  return (
    <Field {...fieldProps}>
      {control => (
        <div className="relative grid w-full max-w-72 grid-flow-col gap-2">
          <input
            {...control}
            ref={ref}
            name={name}
            disabled={disabled}
            value={value}
            onChange={event => onChange(event.target.value.replaceAll(/\D/g, '').slice(0, length))}
            onFocus={() => setFocus(true)}
            onBlur={() => setFocus(false)}
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]*"
            className="absolute inset-0 z-10 w-full cursor-text opacity-0"
          />
          {cells.map(position => (
            <span
              key={position}
              aria-hidden="true"
              className={clsx(
                'flex h-16 items-center justify-center rounded-lg border bg-white text-2xl font-bold',
                fieldProps.error ? 'border-2 border-rust' : 'border-edge',
                hasFocus && position === next && 'outline-3 outline-offset-2 outline-blue',
              )}
            >
              {value[position] ?? <span className="size-2 rounded-full bg-line" />}
            </span>
          ))}
        </div>
      )}
    </Field>
  )
}
