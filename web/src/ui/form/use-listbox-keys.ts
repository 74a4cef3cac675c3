import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

type ListboxKeysOptions = {
  count: number
  /** Index that is active when the list opens. */
  selectedIndex: number
  onSelect: (index: number) => void
  onClose: () => void
}

/** Keyboard navigation in a listbox. Put the id of the active option into `aria-activedescendant`. */
export function useListboxKeys({ count, selectedIndex, onSelect, onClose }: ListboxKeysOptions) {
  const [active, setActive] = useState(Math.max(0, selectedIndex))
  const list = useRef<HTMLDivElement>(null)
  const current = Math.min(active, count - 1)

  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])

  function onKeyDown(event: KeyboardEvent) {
    const targets: Record<string, number> = {
      ArrowDown: Math.min(current + 1, count - 1),
      ArrowUp: Math.max(current - 1, 0),
      PageDown: Math.min(current + 5, count - 1),
      PageUp: Math.max(current - 5, 0),
      Home: 0,
      End: count - 1,
    }
    const target = targets[event.key]
    if (target !== undefined) setActive(target)
    else if (event.key === 'Enter') onSelect(current)
    else if (event.key === 'Escape') onClose()
    else if (event.key === 'Tab') return onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { active: current, setActive, list, onKeyDown }
}
