import type { CropType } from '@kutu/contract/common'
import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { ChoiceChips } from '../../../ui/form/ChoiceChips.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
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
      <SearchField key={filter.search} search={filter.search} onSearch={search => onFilter({ ...filter, search })} />
      <ChoiceChips<CropType | 'all'>
        legend={t('board.filter')}
        choices={choices}
        value={filter.crop ?? 'all'}
        onChange={crop => onFilter({ ...filter, crop: crop === 'all' ? null : crop })}
      />
    </div>
  )
}

function SearchField({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(search)
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    onSearch(draft.trim())
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers do not support <search>
    <form role="search" onSubmit={handleSubmit} className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
      <TextField
        type="search"
        name="search"
        label={t('board.search')}
        value={draft}
        onChange={event => setDraft(event.target.value)}
        maxLength={100}
        dir="auto"
      />
      <Button
        type="submit"
        variant="secondary"
        aria-label={t('action.search')}
        icon={<Search aria-hidden="true" className="size-5" />}
      />
    </form>
  )
}
