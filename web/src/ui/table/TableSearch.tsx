import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { classNames } from '../class-names.ts'
import { controlClass, Field } from '../form/Field.tsx'
import { Select } from '../form/Select.tsx'
import type { DataColumn } from './columns.ts'
import type { TableView } from './table-view.ts'

const debounceMs = 500

/** The search text and the column to search. It searches after a pause in typing, or on Enter. */
export function TableSearch<Row>({
  columns,
  view,
  onViewChange,
}: {
  columns: readonly DataColumn<Row>[]
  view: TableView
  onViewChange: (view: TableView) => void
}) {
  const { t } = useTranslation()
  const searchable = columns.filter(column => column.search)
  const [typed, setTyped] = useState(view.search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  // The search changed from outside, as by the back button.
  const lastEmitted = useRef(view.search)
  if (view.search !== lastEmitted.current) {
    lastEmitted.current = view.search
    setTyped(view.search)
  }
  function search(text: string, searchBy = view.searchBy) {
    clearTimeout(timer.current)
    const query = text.trim()
    if (query === view.search && searchBy === view.searchBy) return
    lastEmitted.current = query
    onViewChange({ ...view, page: 1, search: query, searchBy })
  }
  if (searchable.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser of our readers knows <search>
    <form
      role="search"
      onSubmit={event => {
        event.preventDefault()
        search(typed)
      }}
      className={classNames('grid max-w-2xl items-end gap-3', searchable.length > 1 && 'sm:grid-cols-[1fr_14rem]')}
    >
      <Field label={t('table.search')}>
        {control => (
          <div className="relative">
            <Search aria-hidden="true" className="pointer-events-none absolute top-3.5 left-3 size-5 text-muted" />
            <input
              {...control}
              type="search"
              autoComplete="off"
              maxLength={100}
              value={typed}
              onChange={event => {
                setTyped(event.target.value)
                clearTimeout(timer.current)
                timer.current = setTimeout(search, debounceMs, event.target.value)
              }}
              className={classNames(controlClass, 'pl-10')}
            />
          </div>
        )}
      </Field>
      {searchable.length > 1 && (
        <Select
          label={t('table.search_by')}
          options={searchable.map(({ id, header }) => ({ value: id, label: header }))}
          value={view.searchBy || (searchable[0]?.id ?? null)}
          onChange={by => search(typed, by)}
        />
      )}
    </form>
  )
}
