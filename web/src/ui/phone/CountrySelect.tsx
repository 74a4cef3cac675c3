import { clsx } from 'clsx'
import type { CountryCode } from 'libphonenumber-js/min'
import { ChevronDown } from 'lucide-react'
import { useId, useMemo } from 'react'
import { intlLocales } from '../../i18n/locales.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { controlClass } from '../form/Field.tsx'
import { SearchList } from '../form/SearchList.tsx'
import { useTypeAhead } from '../form/use-type-ahead.ts'
import { usePopup } from '../overlay/use-popup.ts'
import { listCountries, preferredCountries, searchCountries } from './countries.ts'

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
