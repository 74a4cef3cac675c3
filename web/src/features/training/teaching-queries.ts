import type { TrainingLabel, TrainingState } from '@kutu/contract/training-images'
import type { TrainingSession } from '@kutu/contract/training-sessions'
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { activeLanguage } from '../../text/say.ts'
import { type CropChoice, cropOf } from './labels.ts'

export const contributionsPageSize = 12
export const sessionsPageSize = 5
export const versionsPageSize = 10

/** How often the server is asked how it stands: often while a session runs, seldom otherwise, never for a hidden tab. */
const runningMilliseconds = 1_500
const idleMilliseconds = 15_000

/** The server says states and reasons in words, so they belong to the language they were asked in. */
const key = (...parts: readonly unknown[]) => ['teaching', activeLanguage(), ...parts] as const
export const isUnderWay = ({ state }: TrainingSession): boolean => state === 'queued' || state === 'running'

export const summaryQuery = () =>
  queryOptions({
    queryKey: key('summary'),
    queryFn: ({ signal }) => call('GET /analysis/training-summary/', { signal }),
    refetchInterval: ({ state }) => (state.data?.running_session ? runningMilliseconds : idleMilliseconds),
  })

/** Told by version as well: what the model says of each photo changes with the version that answers. */
export const contributionsQuery = (state: TrainingState | 'all', page: number, version: string | undefined) =>
  queryOptions({
    queryKey: key('images', { state, page, version }),
    queryFn: ({ signal }) =>
      call('GET /analysis/upload-training-images/', {
        query: { ...(state !== 'all' && { state }), page, page_size: contributionsPageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const queueKey = () => key('queue')
export const queueQuery = () =>
  queryOptions({
    queryKey: queueKey(),
    queryFn: ({ signal }) => call('GET /analysis/training-queue/', { query: { page_size: 20 }, signal }),
    // Another photo must not take the place of the one that is being looked at.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const sessionsQuery = (page: number, pageSize = sessionsPageSize) =>
  queryOptions({
    queryKey: key('sessions', { page, pageSize }),
    queryFn: ({ signal }) => call('GET /analysis/training-sessions/', { query: { page, page_size: pageSize }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(isUnderWay) ? runningMilliseconds : idleMilliseconds),
  })

export const versionsQuery = (page: number, active: string | undefined) =>
  queryOptions({
    queryKey: key('versions', { page, active }),
    queryFn: ({ signal }) => call('GET /analysis/models/', { query: { page, page_size: versionsPageSize }, signal }),
    placeholderData: keepPreviousData,
  })

/** Something was submitted, judged or started: lists and figures are old. The queue is looked through as it came. */
export const renewTeaching = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['teaching'], predicate: query => !query.queryKey.includes('queue') }),
    client.invalidateQueries({ queryKey: ['dashboard'] }),
  ])

export type Submission = { file: File; label: TrainingLabel; crop: CropChoice }
type Sending = { idempotencyKey: string; onProgress: (share: number) => void; signal?: AbortSignal }

export function submitImage({ file, label, crop }: Submission, sending: Sending) {
  const crop_type = cropOf(crop)
  return call('POST /analysis/upload-training-images/', {
    files: [file],
    fields: { label, ...(crop_type && { crop_type }) },
    ...sending,
  })
}

export function useTakeBack() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /analysis/upload-training-images/{id}/', { params: { id } }),
    onSettled: () => renewTeaching(client),
  })
}

export function useStartSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /analysis/training-sessions/'),
    onSettled: () => renewTeaching(client),
  })
}

export function useActivate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (version: string) => call('PUT /analysis/models/{version}/activate/', { params: { version } }),
    onSettled: () => Promise.all([renewTeaching(client), client.invalidateQueries({ queryKey: ['models'] })]),
  })
}
