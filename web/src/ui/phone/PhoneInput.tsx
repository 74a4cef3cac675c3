import { clsx } from 'clsx'
import type { CountryCode } from 'libphonenumber-js/min'
import { ChevronDown } from 'lucide-react'
import { type Ref, useEffect, useId, useMemo, useRef, useState } from 'react'
import { intlLocales } from '../../i18n/locales.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { controlClass, Field } from '../form/Field.tsx'
import { SearchList } from '../form/SearchList.tsx'
import { useTypeAhead } from '../form/use-type-ahead.ts'
import { usePopup } from '../overlay/use-popup.ts'
import { defaultCountry, listCountries, preferredCountries, searchCountries } from './countries.ts'
import { formatExample, hasUnknownCallingCode, type ParsedPhone, parsePhone, toCountryCode } from './phone-number.ts'

type PhoneInputProps = {
  /** The E.164 number if valid, otherwise the text as typed. */
  value: string
  onChange: (value: string, result: ParsedPhone) => void
  onBlur?: () => void
  label?: string
  /** The server's error about this number. */
  error?: string | undefined
  /** An unknown code leaves the country open. */
  initialCountry?: string
  name?: string
  disabled?: boolean
  optional?: boolean
  ref?: Ref<HTMLInputElement>
}

const debounceMs = 500

/** A phone number with its country: shown in the national format, reported as E.164. */
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
  const { t } = useTranslation()
  const [country, setCountry] = useState(() => parsePhone(value, toCountryCode(initialCountry)).countryCode)
  const [typed, setTyped] = useState(() => formatForDisplay(value, country))
  const [isIdle, setIdle] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  // The form has reset or filled the field.
  const lastEmitted = useRef(value)
  if (value !== lastEmitted.current) {
    lastEmitted.current = value
    const parsed = parsePhone(value, country)
    setTyped(formatForDisplay(value, country))
    if (parsed.isValid) setCountry(parsed.countryCode)
  }

  function emitChange(text: string, inCountry: CountryCode | undefined) {
    const result = parsePhone(text, inCountry)
    const next = result.isValid && result.e164 ? result.e164 : text
    lastEmitted.current = next
    onChange(next, result)
  }
  /** After a pause in typing: a valid number is shown in its national format, with its own country selected. */
  function applyNationalFormat(text: string, inCountry: CountryCode | undefined) {
    clearTimeout(timer.current)
    setIdle(true)
    const parsed = parsePhone(text, inCountry)
    if (!parsed.isValid) return
    setCountry(parsed.countryCode)
    setTyped(parsed.formatNational ?? text)
  }
  function handleInput(text: string) {
    const nextCountry = hasUnknownCallingCode(text) ? undefined : country
    setTyped(text)
    setCountry(nextCountry)
    setIdle(false)
    emitChange(text, nextCountry)
    clearTimeout(timer.current)
    timer.current = setTimeout(applyNationalFormat, debounceMs, text, nextCountry)
  }
  function selectCountry(code: CountryCode) {
    setCountry(code)
    emitChange(typed, code)
    applyNationalFormat(typed, code)
  }

  const isFilled = typed.trim() !== ''
  const isInvalid = isIdle && isFilled && !parsePhone(typed, country).isValid
  const hasNoCountry = isFilled && !country
  const example = country && formatExample(country)
  return (
    <div className="flex flex-col gap-3 sm:grid sm:grid-cols-[9rem_1fr] sm:items-start">
      <CountrySelect value={country} onChange={selectCountry} disabled={disabled ?? false} hasError={hasNoCountry} />
      <Field
        label={label ?? t('phone.number')}
        error={hasNoCountry ? t('phone.choose') : (error ?? (isInvalid ? t('phone.invalid') : undefined))}
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
              onChange={event => handleInput(event.target.value)}
              onBlur={() => {
                applyNationalFormat(typed, country)
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

function formatForDisplay(value: string, country: CountryCode | undefined): string {
  const parsed = parsePhone(value, country)
  return (parsed.isValid && parsed.formatNational) || value
}

const typeAheadTimeoutMs = 1000

/** The country of a phone number: a button with the calling code that opens a searchable list. */
function CountrySelect({
  value,
  onChange,
  disabled,
  hasError,
}: {
  value: CountryCode | undefined
  onChange: (code: CountryCode) => void
  disabled: boolean
  hasError: boolean
}) {
  const { t, language } = useTranslation()
  const id = useId()
  const { isOpen, setOpen, container, button, closeAndFocus } = usePopup()
  const countries = useMemo(() => listCountries(intlLocales[language]), [language])
  const selected = countries.find(country => country.code === value)
  const onTypeAhead = useTypeAhead(
    countries.map(country => country.name),
    typeAheadTimeoutMs,
    index => {
      const country = countries[index]
      if (country) onChange(country.code)
    },
  )
  return (
    <div ref={container} className="relative flex flex-col gap-1">
      <label htmlFor={id} className="font-bold sm:whitespace-nowrap">
        {t('phone.country_code')}
      </label>
      <button
        ref={button}
        id={id}
        type="button"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-label={`${t('phone.country_code')}: ${selected ? `${selected.name} +${selected.callingCode}` : t('phone.choose')}`}
        disabled={disabled}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={event => {
          if (isOpen) return
          if (event.key === 'ArrowDown') {
            event.preventDefault()
            setOpen(true)
          } else onTypeAhead(event)
        }}
        className={clsx(
          controlClass,
          'flex max-w-[9rem] items-center justify-between gap-1 text-left',
          hasError && 'border-2 border-rust',
        )}
      >
        <span className={clsx('truncate', !selected && 'text-sm')}>
          {selected ? `${selected.code} +${selected.callingCode}` : t('phone.choose')}
        </span>
        <ChevronDown aria-hidden="true" className="size-5 shrink-0" />
      </button>
      {isOpen && (
        <SearchList
          id={`${id}-list`}
          label={t('phone.country_code')}
          searchLabel={t('phone.search')}
          emptyText={t('phone.no_country')}
          search={query =>
            searchCountries(countries, query).map(country => ({ ...country, detail: `+${country.callingCode}` }))
          }
          {...{ value, closeAndFocus }}
          onSelect={onChange}
          className="w-[250px]"
          getOptionClass={(index, query) =>
            clsx(
              'h-[38px] text-sm',
              query === '' && index === preferredCountries.length - 1 && 'mb-1 border-b border-line',
            )
          }
        />
      )}
    </div>
  )
}
