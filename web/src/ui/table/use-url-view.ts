import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { defaultView, parseView, type TableView, toSearchParams } from './table-view.ts'

const ownParams = ['page', 'page_size', 'ordering', 'search', 'by']

/**
 * Keeps the view of a table in the query string, so that it can be shared and Back restores it. Other parameters stay.
 */
export function useUrlView(columns: readonly { id: string }[], defaults: TableView = defaultView) {
  const [params, setParams] = useSearchParams()
  const ids = columns.map(({ id }) => id).join(' ')
  const view = useMemo(() => parseView(params, ids.split(' '), defaults), [params, ids, defaults])
  const setView = useCallback(
    (next: TableView) =>
      setParams(current => {
        const others = [...current].filter(([name]) => !ownParams.includes(name))
        return { ...Object.fromEntries(others), ...toSearchParams(next, defaults) }
      }),
    [setParams, defaults],
  )
  return [view, setView] as const
}
