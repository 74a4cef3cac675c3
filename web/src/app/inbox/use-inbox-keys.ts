import { type RefObject, useEffect, useRef } from 'react'

/** Inside text inputs, selects and dialogs, keys type characters. */
const isTyping = (target: Element): boolean =>
  target.closest(
    'textarea, input:not([type=checkbox], [type=radio]), dialog, [role=combobox], [role=listbox], [role=menu]',
  ) !== null

type InboxCommands = {
  move: (step: 1 | -1) => void
  isSettled: () => boolean
  undo: () => void
  help: () => void
}

/**
 * Single-key shortcuts, anywhere on the page: J and K move, Z undoes, ? shows the keys. Every other key presses the button of the
 * open item that names it in `aria-keyshortcuts`. A key that is held only moves, so that nothing is decided unread.
 */
export function useInboxKeys(pane: RefObject<HTMLElement | null>, isOn: boolean, commands: InboxCommands): void {
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || (event.target instanceof Element && isTyping(event.target)))
        return
      const key = event.key.toLowerCase()
      const { move, isSettled, undo, help } = latest.current
      if (key === 'j' || key === 'k') move(key === 'j' ? 1 : -1)
      else if (event.repeat) return
      else if (key === 'z') undo()
      else if (key === '?') help()
      else if (/^[a-z0-9]$/.test(key) && (key !== 'a' || isSettled())) {
        const button = pane.current?.querySelector<HTMLButtonElement>(
          `button[aria-keyshortcuts="${key.toUpperCase()}"]`,
        )
        button?.click()
        // An approved item is done.
        if (button && key === 'a') move(1)
      } else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [pane, isOn])
}
