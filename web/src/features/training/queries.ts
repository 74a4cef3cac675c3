import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The card of the version that answers now; null where no version does. */
export const activeModelQuery = () =>
  queryOptions({
    queryKey: ['models', 'active'],
    queryFn: async ({ signal }) => {
      const { results } = await call('GET /analysis/models/', { query: { page_size: 200 }, signal })
      const active = results.find(({ is_active }) => is_active)
      if (!active) return null
      return call('GET /analysis/models/{version}/', { params: { version: active.version }, signal })
    },
  })
