import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'

export type Tab = {
  id: string
  /** The accessible name. */
  label: string
  /** Shown beside the label, and read as its description. */
  count?: string
  content: ReactNode
}

const stepByKey: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** Tabs by the WAI-ARIA pattern: arrow keys, Home and End move between tabs; only the selected panel is rendered. They wrap on a phone, so that all are in view. */
export function Tabs({
  label,
  tabs,
  initialId,
  onSelect,
  fill = false,
}: {
  label: string
  tabs: readonly Tab[]
  /** The tab that is open until the user chooses one; default: the first. */
  initialId?: string | undefined
  /** For a screen that keeps the open tab itself, and gives it as `initialId`. */
  onSelect?: (id: string) => void
  /** The tabs share the full width and wrap their labels, so that a few long ones fit on a phone. */
  fill?: boolean
}) {
  const name = useId()
  const list = useRef<HTMLDivElement>(null)
  const [chosenId, setChosenId] = useState<string>()
  const select = onSelect ?? setChosenId
  const selected = tabs.find(tab => tab.id === (chosenId ?? initialId)) ?? tabs[0]
  if (!selected) return null

  function onKeyDown(event: KeyboardEvent) {
    const index = tabs.findIndex(tab => tab.id === selected?.id)
    const step = stepByKey[event.key]
    const targetIndex = step ? (index + step + tabs.length) % tabs.length : { Home: 0, End: tabs.length - 1 }[event.key]
    const tab = targetIndex === undefined ? undefined : tabs[targetIndex]
    if (!tab || targetIndex === undefined) return
    event.preventDefault()
    select(tab.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[targetIndex]?.focus()
  }

  return (
    <div className="flex flex-col gap-6">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex flex-wrap gap-1 border-b border-line"
      >
        {tabs.map(tab => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${name}-${tab.id}`}
            aria-selected={tab.id === selected.id}
            aria-controls={`${name}-panel`}
            aria-description={tab.count}
            tabIndex={tab.id === selected.id ? 0 : -1}
            onClick={() => select(tab.id)}
            className={clsx(
              'min-h-12 border-b-4 font-bold -outline-offset-3',
              fill ? 'flex-1 px-2 py-1 leading-tight' : 'px-2 text-start sm:px-4',
              tab.id === selected.id
                ? 'border-leaf text-leaf-ink'
                : 'border-transparent text-muted hover:border-line hover:text-ink',
            )}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span aria-hidden="true" className="ml-2 rounded-full bg-leaf-tint px-2 py-0.5 text-sm">
                {tab.count}
              </span>
            )}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${name}-panel`}
        aria-labelledby={`${name}-${selected.id}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the WAI-ARIA pattern makes the panel focusable
        tabIndex={0}
        className="rounded-lg"
      >
        {selected.content}
      </div>
    </div>
  )
}
