import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ListFilter, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { getServerTime } from '../../../api/session/server-clock.ts'
import { useUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { ChoiceChips } from '../../../ui/form/ChoiceChips.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { type SlotFilter, slotFiltersQuery } from '../shared/farmer-queries.ts'
import { formatLongDay, toIsoDate } from '../time/format-slot-time.ts'
import { crops } from './use-slot-filter.ts'

type SlotFilterProps = { filter: SlotFilter; onFilter: (filter: SlotFilter) => void }

/** Filters by crop, expertise, language, district and day. Collapsed; the active filters stay visible. */
export function SlotFilters({ filter, onFilter }: SlotFilterProps) {
  const { t } = useTranslation()
  const panelId = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-col gap-4">
      <Button
        variant="secondary"
        aria-expanded={isOpen}
        aria-controls={panelId}
        icon={ListFilter}
        onClick={() => setOpen(!isOpen)}
        className="self-start"
      >
        {t('book.filters')}
      </Button>
      <fieldset
        id={panelId}
        className={clsx('min-w-0 gap-4 md:grid-cols-2 md:items-end lg:grid-cols-3', isOpen ? 'grid' : 'hidden')}
      >
        <legend className="sr-only">{t('book.filters')}</legend>
        <FilterFields {...{ filter, onFilter }} />
      </fieldset>
      <ActiveFilters {...{ filter, onFilter }} />
    </div>
  )
}

function FilterFields({ filter, onFilter }: SlotFilterProps) {
  const { t } = useTranslation()
  const { data } = useQuery(slotFiltersQuery())
  const ownDistrict = useOwnDistrict()
  const districts = (data?.districts ?? [])
    .map(({ code, name }) => ({
      value: code,
      label: code === ownDistrict ? t('book.own_district', { name }) : name,
    }))
    .sort((one, other) => Number(other.value === ownDistrict) - Number(one.value === ownDistrict))
  const options = (values: readonly string[] | undefined, selected: string, anyLabel: string) => [
    { value: '', label: anyLabel },
    ...[...new Set([...(values ?? []), ...(selected ? [selected] : [])])].map(value => ({ value, label: value })),
  ]
  return (
    <>
      <Select
        label={t('crop.label')}
        options={[
          { value: '', label: t('book.any_crop') },
          ...crops.map(crop => ({ value: crop, label: t(`crop.${crop}`) })),
        ]}
        value={filter.crop ?? ''}
        onChange={value => onFilter({ ...filter, crop: crops.find(crop => crop === value) ?? null })}
      />
      <Select
        label={t('book.expertise')}
        options={options(data?.expertise, filter.expertise, t('book.any_expertise'))}
        value={filter.expertise}
        onChange={expertise => onFilter({ ...filter, expertise })}
      />
      <Select
        label={t('book.language')}
        options={options(data?.languages, filter.language, t('book.any_language'))}
        value={filter.language}
        onChange={language => onFilter({ ...filter, language })}
      />
      {(districts.length > 0 || filter.district !== '') && (
        <Select
          label={t('book.district')}
          options={[{ value: '', label: t('district.any') }, ...districts]}
          value={filter.district}
          onChange={district => onFilter({ ...filter, district })}
        />
      )}
      <TextField
        type="date"
        label={t('book.date')}
        min={toIsoDate(getServerTime())}
        value={filter.date}
        onChange={event => onFilter({ ...filter, date: event.target.value })}
      />
      <div className="col-span-full">
        <ChoiceChips<'all' | 'free'>
          legend={t('filter.show')}
          choices={[
            { value: 'all', label: t('book.status.all') },
            { value: 'free', label: t('book.status.free') },
          ]}
          value={filter.isFreeOnly ? 'free' : 'all'}
          onChange={value => onFilter({ ...filter, isFreeOnly: value === 'free' })}
        />
      </div>
    </>
  )
}

/** Returns the code of the farmer's own district, if one is stored. */
function useOwnDistrict(): string | null {
  const profile = useUser()?.profile
  return profile && 'district' in profile ? profile.district : null
}

/** Shows each active filter as a button that removes it. */
function ActiveFilters({ filter, onFilter }: SlotFilterProps) {
  const { t } = useTranslation()
  const containerRef = useRef<HTMLDivElement>(null)
  const { data } = useQuery(slotFiltersQuery())
  const { crop, expertise, language, district, date } = filter
  const districtName = data?.districts.find(({ code }) => code === district)?.name ?? district
  const candidates = [
    { label: crop && t('book.for_crop', { crop: t(`book.crop.${crop}`) }), without: { ...filter, crop: null } },
    { label: expertise, without: { ...filter, expertise: '' } },
    { label: language, without: { ...filter, language: '' } },
    { label: districtName, without: { ...filter, district: '' } },
    { label: date && formatLongDay(`${date}T12:00:00Z`, 'UTC'), without: { ...filter, date: '' } },
    { label: filter.isFreeOnly && t('book.status.free'), without: { ...filter, isFreeOnly: false } },
  ]
  const activeFilters = candidates.flatMap(({ label, without }) => (label ? [{ label, without }] : []))
  function removeFilter(without: SlotFilter) {
    // The button disappears with its filter, so move the focus to the container.
    containerRef.current?.focus()
    onFilter(without)
  }
  return (
    <div ref={containerRef} tabIndex={-1} className="outline-none empty:-mt-4">
      {activeFilters.length > 0 && (
        <ul aria-label={t('book.filters_on')} className="flex flex-wrap gap-2">
          {activeFilters.map(({ label, without }) => (
            <li key={label} className="min-w-0">
              <button
                type="button"
                onClick={() => removeFilter(without)}
                className="inline-flex min-h-12 max-w-full items-center gap-2 rounded-full border border-leaf-press bg-leaf-tint px-4 text-start font-bold text-leaf-ink hover:border-ink"
              >
                <span className="sr-only">{t('book.remove_filter')}</span>
                <span className="min-w-0 wrap-anywhere">{label}</span>
                <X aria-hidden="true" className="size-5 shrink-0" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
