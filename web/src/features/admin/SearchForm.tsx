import { Search } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'

/** One field to search by, sent by Enter or the button. */
export function SearchForm({
  label,
  search,
  onSearch,
}: {
  label: string
  search: string
  onSearch: (search: string) => void
}) {
  const { t } = useText()
  const [typed, setTyped] = useState(search)
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to every browser our readers have
    <form
      role="search"
      className="grid items-end gap-2 sm:grid-cols-[minmax(0,28rem)_auto] sm:justify-start"
      onSubmit={event => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      <TextField
        type="search"
        name="search"
        label={label}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        maxLength={100}
      />
      <Button type="submit" variant="secondary" icon={<Search aria-hidden="true" className="size-5" />}>
        {t('action.search')}
      </Button>
    </form>
  )
}
