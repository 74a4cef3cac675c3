import type { CountryCode } from 'libphonenumber-js/min'
import { ChevronDown } from 'lucide-react'
import { useCallback, useId, useMemo, useRef, useState } from 'react'
import { intlLocales } from '../../i18n/locales.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { classNames } from '../class-names.ts'
import { controlClass } from '../form/Field.tsx'
import { useListboxKeys } from '../form/use-listbox-keys.ts'
import { useTypeAhead } from '../form/use-type-ahead.ts'
import { useClickOutside } from '../overlay/use-click-outside.ts'
import { type Country, listCountries, preferredCountries, searchCountries } from './countries.ts'

const typeAheadTimeoutMs = 1000

/** The country of a phone number: a button with the calling code that opens a searchable list. */
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
  const { t, language } = useTranslation()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpen(false), [])
  useClickOutside(container, isOpen, close)
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
  const closeAndFocus = () => {
    close()
    button.current?.focus()
  }
  return (
    <div ref={container} className="relative flex flex-col gap-1">
      <label htmlFor={id} className="font-bold whitespace-nowrap">
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
        className={classNames(
          controlClass,
          'flex max-w-[9rem] items-center justify-between gap-1 text-left',
          hasError && 'border-2 border-rust',
        )}
      >
        <span className={classNames('truncate', !selected && 'text-sm')}>
          {selected ? `${selected.code} +${selected.callingCode}` : t('phone.choose')}
        </span>
        <ChevronDown aria-hidden="true" className="size-5 shrink-0" />
      </button>
      {isOpen && <CountryList {...{ countries, value, onChange, closeAndFocus }} />}
    </div>
  )
}

function CountryList({
  countries,
  value,
  onChange,
  closeAndFocus,
}: {
  countries: readonly Country[]
  value: CountryCode | undefined
  onChange: (code: CountryCode) => void
  closeAndFocus: () => void
}) {
  const { t } = useTranslation()
  const id = useId()
  const [query, setQuery] = useState('')
  const matches = searchCountries(countries, query)
  const select = (index: number) => {
    const country = matches[index]
    if (country) onChange(country.code)
    closeAndFocus()
  }
  const { active, setActive, list, onKeyDown } = useListboxKeys({
    count: matches.length,
    selectedIndex: matches.findIndex(country => country.code === value),
    onSelect: select,
    onClose: closeAndFocus,
  })
  return (
    <div className="absolute top-full z-20 mt-1 w-[250px] animate-appear rounded-lg border border-edge bg-white p-1">
      <input
        type="search"
        role="combobox"
        aria-label={t('phone.search')}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={matches[active] && `${id}-${matches[active].code}`}
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
        className={classNames(controlClass, 'mb-1 -outline-offset-2')}
      />
      <div ref={list} id={id} role="listbox" aria-label={t('phone.country_code')} className="max-h-60 overflow-y-auto">
        {matches.map((country, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the focus and handles the keys
          <div
            key={country.code}
            id={`${id}-${country.code}`}
            role="option"
            aria-selected={country.code === value}
            tabIndex={-1}
            onClick={() => select(index)}
            onPointerMove={() => setActive(index)}
            className={classNames(
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
      {matches.length === 0 && (
        <p role="status" className="px-2 py-3 text-sm text-muted">
          {t('phone.no_country')}
        </p>
      )}
    </div>
  )
}
