import { useSearchParams } from 'react-router'
import { type ModerationFilters, parseFilters, serializeFilters, withFilters } from './board-filters.ts'

export type BoardState = {
  filters: ModerationFilters
  setFilters: (filters: ModerationFilters) => void
  updateFilters: (changes: Partial<ModerationFilters>) => void
}

/** Reads and updates the filters in the URL. */
export function useBoard(): BoardState {
  const [params, setParams] = useSearchParams()
  const setFilters = (filters: ModerationFilters) => setParams(serializeFilters(filters), { preventScrollReset: true })
  return {
    filters: parseFilters(params),
    setFilters,
    // Reads the current URL instead of rendered state: on a slow phone the last change may not be rendered yet.
    updateFilters: changes =>
      setFilters(withFilters(parseFilters(new URLSearchParams(window.location.search)), changes)),
  }
}
