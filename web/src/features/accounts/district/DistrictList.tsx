import { districts } from '@kutu/places/districts'
import { searchDistricts } from '@kutu/places/find-district'
import { clsx } from 'clsx'
import { useId, useState } from 'react'
import { getCountryName } from '../../../i18n/country-name.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { controlClass } from '../../../ui/form/Field.tsx'
import { useListboxKeys } from '../../../ui/form/use-listbox-keys.ts'

/** The searchable list of districts, those of the person's country first. */
export function DistrictList({
  id,
  value,
  country,
  onSelect,
  closeAndFocus,
}: {
  id: string
  value: string
  country: string | undefined
  onSelect: (code: string) => void
  closeAndFocus: () => void
}) {
  const { t, language } = useTranslation()
  const optionId = useId()
  const [query, setQuery] = useState('')
  const found = searchDistricts(query, { max: districts.length })
  const matches = [...found.filter(each => each.country === country), ...found.filter(each => each.country !== country)]
  const select = (index: number) => {
    const district = matches[index]
    if (district) onSelect(district.code)
    closeAndFocus()
  }
  const { active, setActive, list, onKeyDown } = useListboxKeys({
    count: matches.length,
    selectedIndex: matches.findIndex(district => district.code === value),
    onSelect: select,
    onClose: closeAndFocus,
  })
  return (
    <div className="absolute inset-x-0 top-full z-20 mt-1 animate-appear rounded-lg border border-edge bg-white p-1">
      <input
        type="search"
        role="combobox"
        aria-label={t('district.search')}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={matches[active] && `${optionId}-${matches[active].code}`}
        placeholder={t('district.search')}
        // biome-ignore lint/a11y/noAutofocus: the reader has just opened the list to search it
        autoFocus
        autoComplete="off"
        value={query}
        onChange={event => {
          setQuery(event.target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
        className={clsx(controlClass, 'mb-1 -outline-offset-2')}
      />
      <div ref={list} id={id} role="listbox" aria-label={t('district.label')} className="max-h-60 overflow-y-auto">
        {matches.map((district, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the focus and handles the keys
          <div
            key={district.code}
            id={`${optionId}-${district.code}`}
            role="option"
            aria-selected={district.code === value}
            tabIndex={-1}
            onClick={() => select(index)}
            onPointerMove={() => setActive(index)}
            className={clsx(
              'flex min-h-12 cursor-pointer items-center gap-2 rounded-md px-2',
              index === active && 'bg-leaf-tint',
              district.code === value && 'font-bold',
            )}
          >
            <span className="grow truncate">{district.name}</span>
            <span className="text-sm text-muted">{getCountryName(district.country, language)}</span>
          </div>
        ))}
      </div>
      {matches.length === 0 && (
        <p role="status" className="px-2 py-3 text-sm text-muted">
          {t('district.none')}
        </p>
      )}
    </div>
  )
}
