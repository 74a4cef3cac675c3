import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'

/**
 * The version that answers, as phones get it, with its card. A refit has no card of its own: the card belongs to its base
 * version.
 */
export const activeModelQuery = () =>
  queryOptions({
    queryKey: ['models', 'active'],
    queryFn: async ({ signal }) => {
      const { version, base_version: base } = await callApi('GET /analysis/active-model/', { signal })
      const getCard = (name: string) =>
        callApi('GET /analysis/models/{version}/', { params: { version: name }, signal })
      const active = await getCard(version)
      return { active, card: version === base ? active : await getCard(base) }
    },
  })
