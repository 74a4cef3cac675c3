import { clsx } from 'clsx'
import { useId, useState } from 'react'
import { controlClass } from './Field.tsx'
import { useListboxKeys } from './use-listbox-keys.ts'

/** A listbox with a search field above it, as the popup of a button. */
export function SearchList<Code extends string>({
  id,
  label,
  searchLabel,
  emptyText,
  search,
  value,
  onSelect,
  closeAndFocus,
  className,
  getOptionClass,
}: {
  id: string
  label: string
  searchLabel: string
  /** Shown when nothing matches. */
  emptyText: string
  search: (query: string) => readonly { code: Code; name: string; detail: string }[]
  value: Code | '' | undefined
  onSelect: (code: Code) => void
  closeAndFocus: () => void
  className: string
  getOptionClass: (index: number, query: string) => string
}) {
  const optionId = useId()
  const [query, setQuery] = useState('')
  const matches = search(query)
  const select = (index: number) => {
    const option = matches[index]
    if (option) onSelect(option.code)
    closeAndFocus()
  }
  const { active, setActive, list, onKeyDown } = useListboxKeys({
    count: matches.length,
    selectedIndex: matches.findIndex(({ code }) => code === value),
    onSelect: select,
    onClose: closeAndFocus,
  })
  return (
    <div
      className={clsx(
        'absolute top-full z-20 mt-1 animate-appear rounded-lg border border-edge bg-white p-1',
        className,
      )}
    >
      <input
        type="search"
        role="combobox"
        aria-label={searchLabel}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={matches[active] && `${optionId}-${matches[active].code}`}
        placeholder={searchLabel}
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
      <div ref={list} id={id} role="listbox" aria-label={label} className="max-h-60 overflow-y-auto">
        {matches.map(({ code, name, detail }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the focus and handles the keys
          <div
            key={code}
            id={`${optionId}-${code}`}
            role="option"
            aria-selected={code === value}
            tabIndex={-1}
            onClick={() => select(index)}
            onPointerMove={() => setActive(index)}
            className={clsx(
              'flex cursor-pointer items-center gap-2 rounded-md px-2',
              index === active && 'bg-leaf-tint',
              code === value && 'font-bold',
              getOptionClass(index, query),
            )}
          >
            <span className="grow truncate">{name}</span>
            <span className="text-sm text-muted">{detail}</span>
          </div>
        ))}
      </div>
      {matches.length === 0 && (
        <p role="status" className="px-2 py-3 text-sm text-muted">
          {emptyText}
        </p>
      )}
    </div>
  )
}
