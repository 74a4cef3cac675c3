import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { firstView, paramsOf, type TableView, viewIn } from './table-view.ts'

const own = ['page', 'page_size', 'ordering', 'search', 'by']

/** A table's view kept in the address, so that it can be shared and the back button leads back; other parameters stay. */
export function useAddressView(columns: readonly { id: string }[], first: TableView = firstView) {
  const [params, setParams] = useSearchParams()
  const ids = columns.map(({ id }) => id).join(' ')
  const view = useMemo(() => viewIn(params, ids.split(' '), first), [params, ids, first])
  const setView = useCallback(
    (next: TableView) =>
      setParams(before => {
        const others = [...before].filter(([name]) => !own.includes(name))
        return { ...Object.fromEntries(others), ...paramsOf(next, first) }
      }),
    [setParams, first],
  )
  return [view, setView] as const
}
