import { useSearchParams } from 'react-router'
import { addressOf, type BoardFilters, filtersIn, narrowed } from './board-filters.ts'

export type Board = {
  filters: BoardFilters
  show: (filters: BoardFilters) => void
  narrow: (change: Partial<BoardFilters>) => void
}

/** What the address asks for, and the ways to ask for something else. */
export function useBoard(): Board {
  const [params, setParams] = useSearchParams()
  const show = (filters: BoardFilters) => setParams(addressOf(filters), { preventScrollReset: true })
  return {
    filters: filtersIn(params),
    show,
    // From the address itself: a slow phone may not have drawn the last choice when the next is made.
    narrow: change => show(narrowed(filtersIn(new URLSearchParams(window.location.search)), change)),
  }
}
