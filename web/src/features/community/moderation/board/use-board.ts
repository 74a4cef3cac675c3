import { useSearchParams } from 'react-router'
import { type ModerationFilters, parseFilters, serializeFilters, withFilters } from './board-filters.ts'

export type BoardState = {
  filters: ModerationFilters
  setFilters: (filters: ModerationFilters) => void
  updateFilters: (changes: Partial<ModerationFilters>) => void
}

/** What the address asks for, and the ways to ask for something else. */
export function useBoard(): BoardState {
  const [params, setParams] = useSearchParams()
  const setFilters = (filters: ModerationFilters) => setParams(serializeFilters(filters), { preventScrollReset: true })
  return {
    filters: parseFilters(params),
    setFilters,
    // From the address itself: a slow phone may not have drawn the last choice when the next is made.
    updateFilters: changes =>
      setFilters(withFilters(parseFilters(new URLSearchParams(window.location.search)), changes)),
  }
}
