import { type KeyboardEvent, useRef } from 'react'
import { plain } from './similarity.ts'

/**
 * Typing letters finds the option that starts with them; what was typed is forgotten after a pause. The answer tells
 * whether the key was a letter of a name, as a space is only in the midst of one.
 */
export function useTypeAhead(labels: readonly string[], clearMilliseconds: number, onFound: (index: number) => void) {
  const typed = useRef({ text: '', at: 0 })
  return (event: KeyboardEvent): boolean => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return false
    const isPaused = event.timeStamp - typed.current.at > clearMilliseconds
    const text = (isPaused ? '' : typed.current.text) + event.key
    const start = plain(text)
    if (start === '') return false
    // A button would take the space for a press.
    event.preventDefault()
    typed.current = { text, at: event.timeStamp }
    const found = labels.findIndex(label => plain(label).startsWith(start))
    if (found >= 0) onFound(found)
    return true
  }
}
