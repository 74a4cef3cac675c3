import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'

/**
 * The version that answers now with the card of its figures; null where no version does. What experts' photos taught is
 * measured by its session alone: all else was measured of the shipped version it started from.
 */
export const activeModelQuery = () =>
  queryOptions({
    queryKey: ['models', 'active'],
    queryFn: async ({ signal }) => {
      const { results } = await callApi('GET /analysis/models/', { query: { page_size: 200 }, signal })
      const active = results.find(({ is_active }) => is_active)
      if (!active) return null
      const version = active.refit?.base_version ?? active.version
      return { active, card: await callApi('GET /analysis/models/{version}/', { params: { version }, signal }) }
    },
  })
