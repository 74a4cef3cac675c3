import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Select } from '../../../ui/form/Select.tsx'
import { FilterFold } from '../../../ui/layout/Accordion.tsx'
import { type SlotFilter, slotFiltersQuery } from '../shared/farmer-queries.ts'
import { crops, serializeSlotFilter } from './use-slot-filter.ts'

/** Filters by crop, expertise, language and district, folded until one of them is set. */
export function SlotFilters({ filter, onFilter }: { filter: SlotFilter; onFilter: (filter: SlotFilter) => void }) {
  const { t } = useTranslation()
  const { data } = useQuery(slotFiltersQuery())
  const profile = useUser()?.profile
  const ownDistrict = profile && 'district' in profile ? profile.district : null
  const toOptions = (values: readonly string[] | undefined, selected: string) => [
    { value: '', label: t('table.all') },
    ...[...new Set([...(values ?? []), ...(selected ? [selected] : [])])].map(value => ({ value, label: value })),
  ]
  const districts = (data?.districts ?? [])
    .map(({ code, name }) => ({
      value: code,
      label: code === ownDistrict ? t('book.own_district', { name }) : name,
    }))
    .sort((one, other) => Number(other.value === ownDistrict) - Number(one.value === ownDistrict))
  return (
    <FilterFold isSet={Object.keys(serializeSlotFilter(filter)).length > 0}>
      <div className="grid gap-4 pt-2 md:grid-cols-2 md:items-end lg:grid-cols-4">
        <Select
          label={t('crop.label')}
          options={[
            { value: '', label: t('filter.all') },
            ...crops.map(crop => ({ value: crop, label: t(`crop.${crop}`) })),
          ]}
          value={filter.crop ?? ''}
          onChange={value => onFilter({ ...filter, crop: crops.find(crop => crop === value) ?? null })}
        />
        <Select
          label={t('book.expertise')}
          options={toOptions(data?.expertise, filter.expertise)}
          value={filter.expertise}
          onChange={expertise => onFilter({ ...filter, expertise })}
        />
        <Select
          label={t('book.language')}
          options={toOptions(data?.languages, filter.language)}
          value={filter.language}
          onChange={language => onFilter({ ...filter, language })}
        />
        {(districts.length > 0 || filter.district !== '') && (
          <Select
            label={t('book.district')}
            options={[{ value: '', label: t('table.all') }, ...districts]}
            value={filter.district}
            onChange={district => onFilter({ ...filter, district })}
          />
        )}
      </div>
    </FilterFold>
  )
}
