import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'

export function SearchForm({
  label,
  search,
  onSearch,
}: {
  label: string
  search: string
  onSearch: (search: string) => void
}) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(search)
  return (
    // biome-ignore lint/a11y/useSemanticElements: not all supported browsers know <search>
    <form
      role="search"
      className="grid items-end gap-2 sm:grid-cols-[minmax(0,28rem)_auto] sm:justify-start"
      onSubmit={event => {
        event.preventDefault()
        onSearch(draft.trim())
      }}
    >
      <TextField
        type="search"
        name="search"
        label={label}
        value={draft}
        onChange={event => setDraft(event.target.value)}
        maxLength={100}
      />
      <Button type="submit" variant="secondary" icon={<Search aria-hidden="true" className="size-5" />}>
        {t('action.search')}
      </Button>
    </form>
  )
}
