import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'

/**
 * The active version with its card, or null when no version is active. A refit has no card of its own: the card
 * belongs to its base version.
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
