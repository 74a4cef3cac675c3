import type { CountryCode } from 'libphonenumber-js/min'
import { type Ref, useEffect, useRef, useState } from 'react'
import { useText } from '../text/use-text.ts'
import { CountrySelect } from './CountrySelect.tsx'
import { defaultCountry } from './country-list.ts'
import { controlClass, Field } from './Field.tsx'
import { exampleOf, knownCountry, type PhoneResult, readPhone } from './phone.ts'

type PhoneInputProps = {
  /** The E.164 number when valid, otherwise what was typed. */
  value: string
  onChange: (value: string, result: PhoneResult) => void
  onBlur?: () => void
  label?: string
  /** The server's sentence about this number. */
  error?: string | undefined
  /** An unknown code is refused and leaves the country open. */
  initialCountry?: string
  name?: string
  disabled?: boolean
  optional?: boolean
  ref?: Ref<HTMLInputElement>
}

const settleMilliseconds = 500

/** A phone number with its country: written nationally, handed on as E.164. */
export function PhoneInput({
  value,
  onChange,
  onBlur,
  label,
  error,
  initialCountry = defaultCountry,
  name,
  disabled,
  optional,
  ref,
}: PhoneInputProps) {
  const { t } = useText()
  const [country, setCountry] = useState(() => readPhone(value, knownCountry(initialCountry)).countryCode)
  const [typed, setTyped] = useState(() => nationalOr(value, country))
  const [isSettled, setSettled] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  // The form emptied or filled the field: the text on screen follows.
  const handedOn = useRef(value)
  if (value !== handedOn.current) {
    handedOn.current = value
    const read = readPhone(value, country)
    setTyped(nationalOr(value, country))
    if (read.isValid) setCountry(read.countryCode)
  }

  function tell(text: string, of: CountryCode | undefined) {
    const result = readPhone(text, of)
    const next = result.isValid && result.e164 ? result.e164 : text
    handedOn.current = next
    onChange(next, result)
  }
  /** Once the fingers rest: a valid number takes its national form and the selector its country. */
  function settle(text: string, of: CountryCode | undefined) {
    clearTimeout(timer.current)
    setSettled(true)
    const read = readPhone(text, of)
    if (!read.isValid) return
    setCountry(read.countryCode)
    setTyped(read.formatNational ?? text)
  }
  function type(text: string) {
    setTyped(text)
    setSettled(false)
    tell(text, country)
    clearTimeout(timer.current)
    timer.current = setTimeout(settle, settleMilliseconds, text, country)
  }
  function choose(code: CountryCode) {
    setCountry(code)
    tell(typed, code)
    settle(typed, code)
  }

  const isFilled = typed.trim() !== ''
  const isWrong = isSettled && isFilled && !readPhone(typed, country).isValid
  const complaint = country ? t('phone.invalid') : t('phone.choose')
  const example = country && exampleOf(country)
  return (
    <div className="flex flex-col gap-3 sm:grid sm:grid-cols-[9rem_1fr] sm:items-start">
      <CountrySelect value={country} onChange={choose} disabled={disabled ?? false} hasError={isFilled && !country} />
      <Field
        label={label ?? t('phone.number')}
        error={error ?? (isWrong ? complaint : undefined)}
        optional={optional ?? false}
      >
        {control => (
          <>
            <input
              {...control}
              ref={ref}
              name={name}
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              disabled={disabled}
              value={typed}
              onChange={event => type(event.target.value)}
              onBlur={() => {
                settle(typed, country)
                onBlur?.()
              }}
              className={controlClass}
            />
            {example && (
              <p className="text-sm text-muted">
                {t('phone.example')} {example}
              </p>
            )}
          </>
        )}
      </Field>
    </div>
  )
}

function nationalOr(value: string, country: CountryCode | undefined): string {
  const read = readPhone(value, country)
  return (read.isValid && read.formatNational) || value
}
