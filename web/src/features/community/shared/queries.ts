import type { CropType } from '@kutu/contract/common'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'
import { apiListQuery, apiQuery } from '../../../api/api-query.ts'
import type { ApiRequestBody } from '../../../api/endpoints.ts'
import { newestAnalysesQuery } from '../../../api/newest-analyses.ts'
import { useChange } from '../../../api/use-change.ts'
import { getLocale } from '../../../i18n/i18n.ts'

const pageSize = 5

export type BoardFilter = { crop: CropType | null; search: string }

/** Approved posts, newest first. */
export const approvedPostsQuery = ({ crop, search }: BoardFilter) => ({
  ...apiListQuery(['posts', 'board', { crop, search }], 'GET /api/community/posts/', {
    query: { ...(crop && { crop_type: crop }), ...(search && { search }), page_size: pageSize },
  }),
  placeholderData: keepPreviousData,
})

export const myPostsQuery = () =>
  apiListQuery(['posts', 'mine'], 'GET /api/community/posts/mine/', { query: { page_size: pageSize } })

/** The newest of the user's own posts that an expert has not read yet, in a list. */
export const waitingPostsQuery = () =>
  apiQuery(['posts', 'mine', 'waiting'], 'GET /api/community/posts/mine/', {
    query: { status: 'pending', page_size: 1 },
  })

/** One post with all its comments, including the reader's own pending ones. */
export const postQuery = (id: string) =>
  apiQuery(['posts', 'one', id], 'GET /api/community/posts/{id}/', { params: { id } })

export const versionPageSize = 10

/** Earlier texts of an answer, newest first. */
export const responseVersionsQuery = (id: string, page: number) =>
  apiQuery(['posts', 'versions', id, page], 'GET /api/community/responses/versions/{id}/', {
    params: { id },
    query: { page, page_size: versionPageSize },
  })

export const boardStatsQuery = () => apiQuery(['posts', 'figures'], 'GET /api/community/stats/')

/** The analysis that a new post refers to. */
export const linkedAnalysisQuery = (id: string) => ({
  ...apiQuery(['posts', 'linked analysis', id, getLocale()], 'GET /analysis/rust-detection/{id}/', { params: { id } }),
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * The farmer's latest leaf, without a network the one that this device knows; null without one, or if the newest post is
 * about it. Decided once: a form stays.
 */
export const latestLeafQuery = () =>
  queryOptions({
    queryKey: ['latest leaf'],
    queryFn: async ({ client, signal }) => {
      const leaves = newestAnalysesQuery()
      const [page, [post]] = await Promise.all([
        client.fetchQuery({ ...leaves, retry: false }).catch(() => client.getQueryData(leaves.queryKey)),
        callApi('GET /api/community/posts/mine/', { query: { page_size: 1 }, signal }).catch(() => []),
      ])
      const latest = page?.results[0]
      return latest && latest.id !== post?.rust_detection ? latest : null
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const outdatedByPosts = { queryKey: ['posts'] }

export const invalidatePosts = (client: QueryClient) => client.invalidateQueries(outdatedByPosts)

export type PostInput = ApiRequestBody<'POST /api/community/posts/'>

export const useCreatePost = () =>
  useChange(
    (options: { body: PostInput; idempotencyKey: string }) => callApi('POST /api/community/posts/', options),
    outdatedByPosts,
  )

export const useEditPost = () =>
  useChange(
    ({ id, body }: { id: string; body: PostInput }) =>
      callApi('PUT /api/community/posts/{id}/', { params: { id }, body }),
    outdatedByPosts,
  )

export const useWithdrawPost = () =>
  useChange((id: string) => callApi('DELETE /api/community/posts/{id}/', { params: { id } }), outdatedByPosts)

export const useCreateComment = () =>
  useChange(
    ({ id, content, idempotencyKey }: { id: string; content: string; idempotencyKey: string }) =>
      callApi('POST /api/community/responses/{id}/', { params: { id }, body: { content }, idempotencyKey }),
    outdatedByPosts,
  )
