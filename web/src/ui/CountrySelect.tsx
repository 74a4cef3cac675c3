import type { CountryCode } from 'libphonenumber-js/min'
import { ChevronDown } from 'lucide-react'
import { useCallback, useId, useMemo, useRef, useState } from 'react'
import { locales } from '../text/language.ts'
import { useText } from '../text/use-text.ts'
import { type Country, countriesIn, preferredCountries, searchCountries } from './country-list.ts'
import { controlClass } from './Field.tsx'
import { join } from './join.ts'
import { useListKeys } from './use-list-keys.ts'
import { usePressOutside } from './use-press-outside.ts'
import { useTypeAhead } from './use-type-ahead.ts'

const typeAheadClearsAfter = 1000

/** The country before a phone number: a button with its calling code that opens a list one can search. */
export function CountrySelect({
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
  const { t, language } = useText()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpen(false), [])
  usePressOutside(box, isOpen, close)
  const countries = useMemo(() => countriesIn(locales[language]), [language])
  const chosen = countries.find(country => country.code === value)
  const onLetter = useTypeAhead(
    countries.map(country => country.name),
    typeAheadClearsAfter,
    index => {
      const country = countries[index]
      if (country) onChange(country.code)
    },
  )
  const finish = () => {
    close()
    button.current?.focus()
  }
  return (
    <div ref={box} className="relative flex flex-col gap-1">
      <label htmlFor={id} className="font-bold whitespace-nowrap">
        {t('phone.country_code')}
      </label>
      <button
        ref={button}
        id={id}
        type="button"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-label={`${t('phone.country_code')}: ${chosen ? `${chosen.name} +${chosen.callingCode}` : t('phone.choose')}`}
        disabled={disabled}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={event => {
          if (isOpen) return
          if (event.key === 'ArrowDown') {
            event.preventDefault()
            setOpen(true)
          } else onLetter(event)
        }}
        className={join(
          controlClass,
          'flex max-w-[9rem] items-center justify-between gap-1 text-left',
          hasError && 'border-2 border-rust',
        )}
      >
        <span className={join('truncate', !chosen && 'text-sm')}>
          {chosen ? `${chosen.code} +${chosen.callingCode}` : t('phone.choose')}
        </span>
        <ChevronDown aria-hidden="true" className="size-5 shrink-0" />
      </button>
      {isOpen && <CountryList {...{ countries, value, onChange, finish }} />}
    </div>
  )
}

function CountryList({
  countries,
  value,
  onChange,
  finish,
}: {
  countries: readonly Country[]
  value: CountryCode | undefined
  onChange: (code: CountryCode) => void
  finish: () => void
}) {
  const { t } = useText()
  const id = useId()
  const [query, setQuery] = useState('')
  const found = searchCountries(countries, query)
  const pick = (index: number) => {
    const country = found[index]
    if (country) onChange(country.code)
    finish()
  }
  const { active, setActive, list, onKeyDown } = useListKeys({
    count: found.length,
    chosen: found.findIndex(country => country.code === value),
    onPick: pick,
    onClose: finish,
  })
  return (
    <div className="absolute top-full z-20 mt-1 w-[250px] animate-appear rounded-lg border border-edge bg-white p-1">
      <input
        type="search"
        role="combobox"
        aria-label={t('phone.search')}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[active] && `${id}-${found[active].code}`}
        placeholder={t('phone.search')}
        value={query}
        // biome-ignore lint/a11y/noAutofocus: the reader has just opened the list to search it
        autoFocus
        autoComplete="off"
        onChange={event => {
          setQuery(event.target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
        className={join(controlClass, 'mb-1 -outline-offset-2')}
      />
      <div ref={list} id={id} role="listbox" aria-label={t('phone.country_code')} className="max-h-60 overflow-y-auto">
        {found.map((country, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field holds the focus and handles the keys
          <div
            key={country.code}
            id={`${id}-${country.code}`}
            role="option"
            aria-selected={country.code === value}
            tabIndex={-1}
            onClick={() => pick(index)}
            onPointerMove={() => setActive(index)}
            className={join(
              'flex h-[38px] cursor-pointer items-center gap-2 rounded-md px-2 text-sm',
              index === active && 'bg-leaf-tint',
              country.code === value && 'font-bold',
              query === '' && index === preferredCountries.length - 1 && 'mb-1 border-b border-line',
            )}
          >
            <span className="grow truncate">{country.name}</span>
            <span className="text-muted">+{country.callingCode}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p role="status" className="px-2 py-3 text-sm text-muted">
          {t('phone.no_country')}
        </p>
      )}
    </div>
  )
}
