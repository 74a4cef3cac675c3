import { type KeyboardEvent, useRef } from 'react'
import { normalizeForSearch } from '../string-similarity.ts'

/**
 * Finds the option that starts with the typed characters; they are forgotten after a pause. The handler returns true if
 * it used the key. A space counts only inside a name.
 */
export function useTypeAhead(labels: readonly string[], timeoutMs: number, onMatch: (index: number) => void) {
  const typed = useRef({ text: '', at: 0 })
  return (event: KeyboardEvent): boolean => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return false
    const isPaused = event.timeStamp - typed.current.at > timeoutMs
    const text = (isPaused ? '' : typed.current.text) + event.key
    const prefix = normalizeForSearch(text)
    if (prefix === '') return false
    // A button would treat the space as a press.
    event.preventDefault()
    typed.current = { text, at: event.timeStamp }
    const index = labels.findIndex(label => normalizeForSearch(label).startsWith(prefix))
    if (index >= 0) onMatch(index)
    return true
  }
}
