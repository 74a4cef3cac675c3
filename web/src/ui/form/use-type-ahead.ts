import { type KeyboardEvent, useRef } from 'react'
import { normalizeForSearch } from '../string-similarity.ts'

/**
 * Typing letters finds the option that starts with them; what was typed is forgotten after a pause. The answer tells
 * whether the key was a letter of a name, as a space is only in the midst of one.
 */
export function useTypeAhead(labels: readonly string[], timeoutMs: number, onMatch: (index: number) => void) {
  const typed = useRef({ text: '', at: 0 })
  return (event: KeyboardEvent): boolean => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return false
    const isPaused = event.timeStamp - typed.current.at > timeoutMs
    const text = (isPaused ? '' : typed.current.text) + event.key
    const prefix = normalizeForSearch(text)
    if (prefix === '') return false
    // A button would take the space for a press.
    event.preventDefault()
    typed.current = { text, at: event.timeStamp }
    const index = labels.findIndex(label => normalizeForSearch(label).startsWith(prefix))
    if (index >= 0) onMatch(index)
    return true
  }
}
