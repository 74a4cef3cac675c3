import { reviewPageSize } from '@kutu/contract/shared-limits'
import type { TrainingLabel, TrainingSummary } from '@kutu/contract/training/training-images'
import type { TrainingSession } from '@kutu/contract/training/training-sessions'
import { type InvalidateQueryFilters, type QueryClient, queryOptions } from '@tanstack/react-query'
import { callApi } from '../../api/api-client.ts'
import { apiPageQuery, apiQuery } from '../../api/api-query.ts'
import { useChange } from '../../api/use-change.ts'
import { getLocale } from '../../i18n/i18n.ts'
import { removeMetadata } from '../../vision/remove-metadata.ts'
import { type CropChoice, toCropType } from './labels.ts'

export const contributionsPageSize = 12
export const sessionsPageSize = 5
export const versionsPageSize = 10

/** Polling intervals: fast while a session runs, slow otherwise, none in a hidden tab. */
const activePollMs = 1_500
const idlePollMs = 15_000

/** The server localizes states and reasons, so the language is part of the key. */
const trainingKey = (...parts: readonly unknown[]) => ['training', getLocale(), ...parts] as const
export const isInProgress = ({ state }: TrainingSession): boolean => state === 'queued' || state === 'running'

export const summaryQuery = () =>
  queryOptions({
    ...apiQuery(trainingKey('summary'), 'GET /analysis/training-summary/'),
    refetchInterval: ({ state }) => (state.data?.running_session ? activePollMs : idlePollMs),
  })

/** The version is part of the key because predictions change with the active version. */
export const contributionsQuery = (page: number, version: string | undefined) =>
  apiPageQuery(trainingKey('images', { page, version }), 'GET /analysis/upload-training-images/', {
    query: { page, page_size: contributionsPageSize },
  })

export const getQueueKey = () => trainingKey('queue')
export const queueQuery = () =>
  queryOptions({
    ...apiQuery(getQueueKey(), 'GET /analysis/training-queue/', { query: { page_size: reviewPageSize } }),
    // A refetch must not replace the photo that is being reviewed.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/**
 * A session says if its version answers, so the version in use is part of the key: two lines of a screen never contradict
 * each other.
 */
export const sessionsQuery = (page: number, summary: TrainingSummary | undefined) =>
  queryOptions({
    ...apiPageQuery(
      trainingKey('sessions', { page, active: summary?.active_version }),
      'GET /analysis/training-sessions/',
      { query: { page, page_size: sessionsPageSize } },
    ),
    refetchInterval: ({ state }) => (state.data?.results.some(isInProgress) ? activePollMs : idlePollMs),
  })

/** The list changes when a session ends and when a version is activated, which the summary shows. */
export const versionsQuery = (page: number, summary: TrainingSummary | undefined) =>
  apiPageQuery(
    trainingKey('versions', { page, active: summary?.active_version, session: summary?.running_session }),
    'GET /analysis/models/',
    { query: { page, page_size: versionsPageSize } },
  )

/**
 * Invalidates training data and figures after a change. The queue is excluded, because it is reviewed in the order in
 * which it was loaded.
 */
const outdated: readonly InvalidateQueryFilters[] = [
  { queryKey: ['training'], predicate: query => !query.queryKey.includes('queue') },
  { queryKey: ['dashboard'] },
]
export const invalidateTraining = (client: QueryClient) =>
  Promise.all(outdated.map(filters => client.invalidateQueries(filters)))

export type Submission = { file: File; label: TrainingLabel; crop: CropChoice }
type SubmitOptions = { idempotencyKey: string; onProgress: (share: number) => void; signal?: AbortSignal }

/**
 * Sends a photo for training, in its full size and without its metadata.
 * @throws VisionError if the file is not a photo; ApiError, OfflineError
 */
export async function submitImage({ file, label, crop }: Submission, options: SubmitOptions) {
  const crop_type = toCropType(crop)
  return callApi('POST /analysis/upload-training-images/', {
    files: [await removeMetadata(file)],
    fields: { label, ...(crop_type && { crop_type }) },
    ...options,
  })
}

export const useWithdrawImage = () =>
  useChange((id: string) => callApi('DELETE /analysis/upload-training-images/{id}/', { params: { id } }), ...outdated)

export const useStartSession = () => useChange(() => callApi('POST /analysis/training-sessions/'), ...outdated)

export const usePauseTraining = () =>
  useChange((isPaused: boolean) => callApi('PUT /analysis/teaching/', { body: { is_paused: isPaused } }), ...outdated)

export const useActivateModel = () =>
  useChange(
    (version: string) => callApi('PUT /analysis/models/{version}/activate/', { params: { version } }),
    ...outdated,
    { queryKey: ['models'] },
  )

export const versionPhotosPageSize = 12
export const versionPhotosQuery = (version: string, page: number) =>
  apiPageQuery(trainingKey('version photos', version, page), 'GET /analysis/models/{version}/photos/', {
    params: { version },
    query: { page, page_size: versionPhotosPageSize },
  })

export const contributorsPageSize = 10
export const contributorsQuery = (page: number) =>
  apiPageQuery(trainingKey('teachers', page), 'GET /analysis/teachers/', {
    query: { page, page_size: contributorsPageSize },
  })

export const versionContributorsQuery = (version: string, page: number) =>
  apiPageQuery(trainingKey('version teachers', version, page), 'GET /analysis/models/{version}/teachers/', {
    params: { version },
    query: { page, page_size: contributorsPageSize },
  })

/** Withdraws an expert's photos and labels, or uses them again. */
export const useChangeContributor = () =>
  useChange(
    ({ id, isWithdrawn }: { id: string; isWithdrawn: boolean }) =>
      callApi('PUT /analysis/teachers/{id}/', { params: { id }, body: { is_withdrawn: isWithdrawn } }),
    ...outdated,
    { queryKey: ['models'] },
  )
