import type { CropType } from '@kutu/contract/common'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { callApi, callApiPage } from '../../../api/api-client.ts'
import type { ApiRequestBody } from '../../../api/endpoints.ts'
import type { NextPage } from '../../../api/next-page.ts'
import { getLocale } from '../../../i18n/i18n.ts'

const pageSize = 10
const firstPage: NextPage = {}

export type BoardFilter = { crop: CropType | null; search: string }

/** Approved posts, newest first. */
export const approvedPostsQuery = ({ crop, search }: BoardFilter) =>
  infiniteQueryOptions({
    queryKey: ['posts', 'board', { crop, search }],
    queryFn: ({ pageParam, signal }) =>
      callApiPage('GET /api/community/posts/', {
        query: { ...(crop && { crop_type: crop }), ...(search && { search }), page_size: pageSize, ...pageParam },
        signal,
      }),
    initialPageParam: firstPage,
    getNextPageParam: last => last.next,
    placeholderData: keepPreviousData,
  })

export const myPostsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['posts', 'mine'],
    queryFn: ({ pageParam, signal }) =>
      callApiPage('GET /api/community/posts/mine/', { query: { page_size: pageSize, ...pageParam }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: last => last.next,
  })

const maxWaitingPosts = 5

/** The user's own posts that an expert has not read yet, newest first. */
export const waitingPostsQuery = () =>
  queryOptions({
    queryKey: ['posts', 'mine', 'waiting'],
    queryFn: ({ signal }) =>
      callApi('GET /api/community/posts/mine/', { query: { status: 'pending', page_size: maxWaitingPosts }, signal }),
  })

/** One post with all its comments, including the reader's own pending ones. */
export const postQuery = (id: string) =>
  queryOptions({
    queryKey: ['posts', 'one', id],
    queryFn: ({ signal }) => callApi('GET /api/community/posts/{id}/', { params: { id }, signal }),
  })

export const versionPageSize = 10

/** Earlier texts of an answer, newest first. */
export const responseVersionsQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ['posts', 'versions', id, page],
    queryFn: ({ signal }) =>
      callApi('GET /api/community/responses/versions/{id}/', {
        params: { id },
        query: { page, page_size: versionPageSize },
        signal,
      }),
  })

export const boardStatsQuery = () =>
  queryOptions({
    queryKey: ['posts', 'figures'],
    queryFn: ({ signal }) => callApi('GET /api/community/stats/', { signal }),
  })

/** The analysis that a new post refers to. */
export const linkedAnalysisQuery = (id: string) =>
  queryOptions({
    queryKey: ['posts', 'linked analysis', id, getLocale()],
    queryFn: ({ signal }) => callApi('GET /analysis/rust-detection/{id}/', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const invalidatePosts = (client: QueryClient) => client.invalidateQueries({ queryKey: ['posts'] })

export type PostInput = ApiRequestBody<'POST /api/community/posts/'>

export function useCreatePost() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: PostInput; idempotencyKey: string }) =>
      callApi('POST /api/community/posts/', { body, idempotencyKey }),
    onSuccess: () => invalidatePosts(client),
  })
}

/** Refetches after a rejection as well, which usually means that an expert decided first. */
export function useEditPost() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: PostInput }) =>
      callApi('PUT /api/community/posts/{id}/', { params: { id }, body }),
    onSettled: () => invalidatePosts(client),
  })
}

export function useWithdrawPost() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callApi('DELETE /api/community/posts/{id}/', { params: { id } }),
    onSettled: () => invalidatePosts(client),
  })
}

export function useCreateComment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, content, idempotencyKey }: { id: string; content: string; idempotencyKey: string }) =>
      callApi('POST /api/community/responses/{id}/', { params: { id }, body: { content }, idempotencyKey }),
    onSuccess: () => invalidatePosts(client),
  })
}
