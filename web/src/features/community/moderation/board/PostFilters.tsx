import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { SearchForm } from '../../../../ui/form/SearchForm.tsx'
import { Select } from '../../../../ui/form/Select.tsx'
import { FilterFold } from '../../../../ui/layout/Accordion.tsx'
import { crops, diseases, urgencies } from '../../shared/post-options.ts'
import { countActiveFilters, type ModerationFilters, noFilters, statuses } from './board-filters.ts'

type UpdateFilters = (change: Partial<ModerationFilters>) => void
/** Select options need a non-empty value, so this one means "no filter". */
const anyValue = 'any'

/** Search and the four filters. */
export function PostFilters({ filters, onUpdate }: { filters: ModerationFilters; onUpdate: UpdateFilters }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-4">
      {/* The key resets the field when the search changes elsewhere, for example through the back button. */}
      <SearchForm
        key={filters.search}
        id="board-search"
        label={t('moderation.search')}
        search={filters.search}
        onSearch={search => onUpdate({ search })}
      />
      <FilterFold isOpenOnWide isSet={countActiveFilters({ ...filters, search: '' }) > 0}>
        <div className="grid grid-cols-2 items-end gap-4 pt-2 md:grid-cols-4">
          <FilterFields filters={filters} onUpdate={onUpdate} />
        </div>
      </FilterFold>
      {countActiveFilters(filters) > 0 && (
        <Button variant="quiet" className="-ml-4 self-start" onClick={() => onUpdate(noFilters)}>
          {t('board.show_all')}
        </Button>
      )}
    </div>
  )
}

function FilterFields({ filters, onUpdate }: { filters: ModerationFilters; onUpdate: UpdateFilters }) {
  const { t } = useTranslation()
  return (
    <>
      <OptionalSelect
        label={t('crop.label')}
        options={crops.map(value => ({ value, label: t(`crop.${value}`) }))}
        value={filters.crop_type}
        onChange={crop_type => onUpdate({ crop_type })}
      />
      <OptionalSelect
        label={t('disease.label')}
        options={diseases.map(value => ({ value, label: t(`post.disease.${value}`) }))}
        value={filters.disease_type}
        onChange={disease_type => onUpdate({ disease_type })}
      />
      <OptionalSelect
        label={t('post.urgency')}
        options={urgencies.toReversed().map(value => ({ value, label: t(`post.urgency.${value}`) }))}
        value={filters.urgency_level}
        onChange={urgency_level => onUpdate({ urgency_level })}
      />
      <OptionalSelect
        label={t('field.state')}
        options={statuses.map(value => ({ value, label: t(`post.state.${value}`) }))}
        value={filters.status}
        onChange={status => onUpdate({ status })}
      />
    </>
  )
}

function OptionalSelect<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}) {
  const { t } = useTranslation()
  return (
    <Select<Value | typeof anyValue>
      label={label}
      options={[{ value: anyValue, label: t('table.all') }, ...options]}
      value={value ?? anyValue}
      onChange={selected => onChange(selected === anyValue ? undefined : selected)}
    />
  )
}
