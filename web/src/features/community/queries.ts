import type { CropType } from '@kutu/contract/common'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call, callPage } from '../../api/call.ts'
import type { Body } from '../../api/contract.ts'
import type { NextPage } from '../../api/next-page.ts'
import { activeLanguage } from '../../text/say.ts'

const pageSize = 10
const firstPage: NextPage = {}

export type BoardFilter = { crop: CropType | null; search: string }

/** What everybody on the board can read, newest first. */
export const boardQuery = ({ crop, search }: BoardFilter) =>
  infiniteQueryOptions({
    queryKey: ['posts', 'board', { crop, search }],
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /api/community/posts/', {
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
      callPage('GET /api/community/posts/mine/', { query: { page_size: pageSize, ...pageParam }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: last => last.next,
  })

/** One post with all its comments, also the reader's own that wait. */
export const postQuery = (id: string) =>
  queryOptions({
    queryKey: ['posts', 'one', id],
    queryFn: ({ signal }) => call('GET /api/community/posts/{id}/', { params: { id }, signal }),
  })

export const boardFiguresQuery = () =>
  queryOptions({
    queryKey: ['posts', 'figures'],
    queryFn: ({ signal }) => call('GET /api/community/stats/', { signal }),
  })

/** The analysis a farmer asks about. */
export const askedAnalysisQuery = (id: string) =>
  queryOptions({
    queryKey: ['posts', 'asked analysis', id, activeLanguage()],
    queryFn: ({ signal }) => call('GET /analysis/rust-detection/{id}/', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

const renewPosts = (client: QueryClient) => client.invalidateQueries({ queryKey: ['posts'] })

export type WrittenPost = Body<'POST /api/community/posts/'>

export function useCreatePost() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: WrittenPost; idempotencyKey: string }) =>
      call('POST /api/community/posts/', { body, idempotencyKey }),
    onSuccess: () => renewPosts(client),
  })
}

/** Also after a refusal, which mostly means that an expert was faster. */
export function useEditPost() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: WrittenPost }) =>
      call('PUT /api/community/posts/{id}/', { params: { id }, body }),
    onSettled: () => renewPosts(client),
  })
}

export function useWithdrawPost() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/community/posts/{id}/', { params: { id } }),
    onSettled: () => renewPosts(client),
  })
}

export function useComment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, content, idempotencyKey }: { id: string; content: string; idempotencyKey: string }) =>
      call('POST /api/community/responses/{id}/', { params: { id }, body: { content }, idempotencyKey }),
    onSuccess: () => renewPosts(client),
  })
}
