import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'

type Kind = 'post' | 'response'

const countFlagged = async (kind: Kind, signal: AbortSignal) =>
  (await callApi('GET /api/admin/flagged/', { query: { kind, page_size: 1 }, signal })).count

const countExperts = async (approval: 'waiting' | 'changed', signal: AbortSignal) =>
  (await callApi('GET /api/admin/experts/', { query: { approval, page_size: 1 }, signal })).count

/** Counts the experts who wait for approval, and those whose changed qualifications wait. The key begins like that of the screen, whose decisions refetch the count. */
export const useWaitingExperts = () =>
  useQuery({
    queryKey: ['experts', 'waiting count'],
    queryFn: async ({ signal }) => {
      const [waiting, changed] = await Promise.all([countExperts('waiting', signal), countExperts('changed', signal)])
      return { waiting, changed }
    },
  })

/** Counts flagged posts and comments together. */
export const useFlaggedCount = () =>
  useQuery({
    queryKey: ['flagged', 'count'],
    queryFn: async ({ signal }) =>
      (await Promise.all([countFlagged('post', signal), countFlagged('response', signal)])).reduce((a, b) => a + b),
  })
