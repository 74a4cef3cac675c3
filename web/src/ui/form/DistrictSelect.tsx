import { type District, districts, getDistrict } from '@kutu/places/districts'
import { searchDistricts } from '@kutu/places/find-district'
import { clsx } from 'clsx'
import { ChevronDown, X } from 'lucide-react'
import type { ComponentProps, RefObject } from 'react'
import { getCountryName } from '../../i18n/country-name.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../button/Button.tsx'
import { usePopup } from '../overlay/use-popup.ts'
import { controlClass, Field, type FieldProps } from './Field.tsx'
import { SearchList } from './SearchList.tsx'

type DistrictSelectProps = Omit<FieldProps, 'label'> & {
  /** Code of the chosen district; empty for none. */
  value: string
  onChange: (code: string) => void
  /** Shown while no district is chosen. */
  placeholder: string
  /** ISO 3166 code of the country whose districts come first. */
  country?: string | undefined
  buttonRef?: RefObject<HTMLButtonElement | null>
}

/** A button that opens a searchable list of districts, and one that removes the chosen one. */
export function DistrictSelect({
  value,
  onChange,
  placeholder,
  country,
  buttonRef,
  ...fieldProps
}: DistrictSelectProps) {
  const { t, language } = useTranslation()
  const { isOpen, setOpen, container, button, closeAndFocus } = usePopup()
  const district = getDistrict(value)
  return (
    <Field {...fieldProps} label={t('district.label')}>
      {control => (
        <div ref={container} className="relative flex items-center gap-2">
          <button
            {...control}
            ref={element => {
              button.current = element
              if (buttonRef) buttonRef.current = element
            }}
            type="button"
            role="combobox"
            aria-haspopup="listbox"
            aria-expanded={isOpen}
            aria-controls={`${control.id}-list`}
            onClick={() => setOpen(!isOpen)}
            onKeyDown={event => {
              if (isOpen || event.key !== 'ArrowDown') return
              event.preventDefault()
              setOpen(true)
            }}
            className={clsx(controlClass, 'flex items-center justify-between gap-2 text-left')}
          >
            <span className={clsx('truncate', !district && 'text-muted')}>
              {district ? getDistrictName(district, language) : placeholder}
            </span>
            <ChevronDown aria-hidden="true" className="size-5 shrink-0" />
          </button>
          {district && (
            <Button
              variant="secondary"
              aria-label={t('district.remove')}
              icon={X}
              onClick={() => {
                onChange('')
                button.current?.focus()
              }}
            />
          )}
          {isOpen && (
            <DistrictList id={`${control.id}-list`} {...{ value, country, closeAndFocus }} onSelect={onChange} />
          )}
        </div>
      )}
    </Field>
  )
}

/** Returns the name with the country: "Mbale, Uganda". */
export const getDistrictName = ({ name, country }: District, language: Parameters<typeof getCountryName>[1]): string =>
  `${name}, ${getCountryName(country, language)}`

type DistrictListProps = Pick<
  ComponentProps<typeof SearchList<string>>,
  'id' | 'value' | 'onSelect' | 'closeAndFocus'
> & { country: string | undefined }

/** The searchable list of districts, those of the person's country first. */
export function DistrictList({ country, ...props }: DistrictListProps) {
  const { t, language } = useTranslation()
  return (
    <SearchList
      {...props}
      label={t('district.label')}
      searchLabel={t('district.search')}
      emptyText={t('district.none')}
      search={query => {
        const found = searchDistricts(query, { max: districts.length })
        return [
          ...found.filter(each => each.country === country),
          ...found.filter(each => each.country !== country),
        ].map(({ code, name, country }) => ({ code, name, detail: getCountryName(country, language) }))
      }}
      className="inset-x-0"
      getOptionClass={() => 'min-h-12'}
    />
  )
}
