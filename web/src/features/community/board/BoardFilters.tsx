import type { CropType } from '@kutu/contract/common'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ChoiceChips } from '../../../ui/form/ChoiceChips.tsx'
import { SearchForm } from '../../../ui/form/SearchForm.tsx'
import { crops } from '../shared/post-options.ts'
import type { BoardFilter } from '../shared/queries.ts'

/** Filters the board by search words and by crop. */
export function BoardFilters({ filter, onFilter }: { filter: BoardFilter; onFilter: (filter: BoardFilter) => void }) {
  const { t } = useTranslation()
  const choices = [
    { value: 'all' as const, label: t('board.all_crops') },
    ...crops.map(crop => ({ value: crop, label: t(`post.crop.${crop}`) })),
  ]
  return (
    <div className="flex flex-col gap-4">
      {/* The key resets the field when the search changes elsewhere, for example through the back button. */}
      <SearchForm
        key={filter.search}
        label={t('board.search')}
        search={filter.search}
        onSearch={search => onFilter({ ...filter, search })}
      />
      <ChoiceChips<CropType | 'all'>
        legend={t('board.filter')}
        choices={choices}
        value={filter.crop ?? 'all'}
        onChange={crop => onFilter({ ...filter, crop: crop === 'all' ? null : crop })}
      />
    </div>
  )
}
