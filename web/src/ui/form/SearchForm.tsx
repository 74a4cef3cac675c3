import { Search } from 'lucide-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../button/Button.tsx'
import { TextField } from './TextField.tsx'
import { useForm } from './use-form.ts'

/** A search field with a button. Give it the search as `key`, so that a change elsewhere updates the field. */
export function SearchForm({
  id,
  label,
  search,
  onSearch,
}: {
  id?: string
  label: string
  search: string
  onSearch: (search: string) => void
}) {
  const { t } = useTranslation()
  const form = useForm({ initialValues: { search }, onSubmit: async values => onSearch(values.search.trim()) })
  return (
    // biome-ignore lint/a11y/useSemanticElements: not all supported browsers know <search>
    <form
      role="search"
      onSubmit={form.submit}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 sm:grid-cols-[minmax(0,28rem)_auto] sm:justify-start"
    >
      <TextField {...form.text('search')} id={id} type="search" label={label} maxLength={100} dir="auto" />
      <Button type="submit" variant="secondary" aria-label={t('action.search')} icon={Search}>
        <span className="max-sm:hidden">{t('action.search')}</span>
      </Button>
    </form>
  )
}
