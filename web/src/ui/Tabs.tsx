import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { join } from './join.ts'

export type Tab = { id: string; label: string; content: ReactNode }

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** Tabs after the WAI-ARIA pattern: arrows, Home and End move, only the chosen panel is drawn. */
export function Tabs({
  label,
  tabs,
  fill = false,
}: {
  label: string
  tabs: readonly Tab[]
  /** The tabs share the whole width and break their words, so that a few long ones fit side by side on a phone. */
  fill?: boolean
}) {
  const name = useId()
  const list = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState<string>()
  const chosen = tabs.find(tab => tab.id === wanted) ?? tabs[0]
  if (!chosen) return null

  function onKeyDown(event: KeyboardEvent) {
    const at = tabs.findIndex(tab => tab.id === chosen?.id)
    const step = steps[event.key]
    const to = step ? (at + step + tabs.length) % tabs.length : { Home: 0, End: tabs.length - 1 }[event.key]
    const tab = to === undefined ? undefined : tabs[to]
    if (!tab || to === undefined) return
    event.preventDefault()
    setWanted(tab.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }

  return (
    <div className="flex flex-col gap-6">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map(tab => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${name}-${tab.id}`}
            aria-selected={tab.id === chosen.id}
            aria-controls={`${name}-panel`}
            tabIndex={tab.id === chosen.id ? 0 : -1}
            onClick={() => setWanted(tab.id)}
            className={join(
              'min-h-12 border-b-4 font-bold -outline-offset-3',
              fill ? 'flex-1 px-2 py-1 leading-tight' : 'px-4 whitespace-nowrap',
              tab.id === chosen.id
                ? 'border-leaf text-leaf-ink'
                : 'border-transparent text-muted hover:border-line hover:text-ink',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${name}-panel`}
        aria-labelledby={`${name}-${chosen.id}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the pattern asks for a panel one can reach
        tabIndex={0}
        className="rounded-lg"
      >
        {chosen.content}
      </div>
    </div>
  )
}
