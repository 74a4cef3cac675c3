import { type KeyboardEvent, useRef } from 'react'
import { plain } from './similarity.ts'

/** Typing letters finds the option that starts with them; what was typed is forgotten after a pause. */
export function useTypeAhead(labels: readonly string[], clearMilliseconds: number, onFound: (index: number) => void) {
  const typed = useRef({ text: '', at: 0 })
  return (event: KeyboardEvent): void => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
    const isPaused = event.timeStamp - typed.current.at > clearMilliseconds
    const text = plain((isPaused ? '' : typed.current.text) + event.key)
    typed.current = { text, at: event.timeStamp }
    const found = text === '' ? -1 : labels.findIndex(label => plain(label).startsWith(text))
    if (found >= 0) onFound(found)
  }
}
