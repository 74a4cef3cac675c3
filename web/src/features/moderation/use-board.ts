import { useSearchParams } from 'react-router'
import { addressOf, type BoardFilters, filtersIn } from './board-filters.ts'

/** What the address asks for, and the way to ask for something else. */
export function useBoard(): { filters: BoardFilters; show: (filters: BoardFilters) => void } {
  const [params, setParams] = useSearchParams()
  return { filters: filtersIn(params), show: filters => setParams(addressOf(filters), { preventScrollReset: true }) }
}
