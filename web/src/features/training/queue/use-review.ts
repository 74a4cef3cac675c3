import type { Review, TrainingLabel } from '@kutu/contract/training/training-images'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../api/api-client.ts'
import type { ApiResponse } from '../../../api/endpoints.ts'
import { ApiError } from '../../../api/errors.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { getQueueKey, invalidateTraining } from '../queries.ts'

type Queue = ApiResponse<'GET /analysis/training-queue/'>

/** A label for a photo, the disease that it shows as well, or that it is unusable. */
export type Judgment = TrainingLabel | { label: TrainingLabel; disease: string } | 'refuse'

export function toReview(judgment: Judgment): Review {
  if (judgment === 'refuse') return { action: 'refuse' }
  return { action: 'correct', ...(typeof judgment === 'object' ? judgment : { label: judgment }) }
}

/** Goes through the queue one photo at a time. Reviewed and skipped photos make room for the next. */
export function useReview(queue: Queue | undefined) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set())
  const pendingImages = queue?.results.filter(({ id }) => !skipped.has(id)) ?? []
  const [image] = pendingImages
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ id, review }: { id: string; review: Review }) =>
      callApi('PUT /analysis/training-queue/{id}/', { params: { id }, body: review }),
  })

  /** Fetches more photos after the last one. */
  function removeFromQueue(id: string) {
    const remainingImages = queue?.results.filter(other => other.id !== id) ?? []
    client.setQueryData<Queue>(
      getQueueKey(),
      old =>
        old && { ...old, results: old.results.filter(other => other.id !== id), count: Math.max(0, old.count - 1) },
    )
    if (remainingImages.length === 0) void client.invalidateQueries({ queryKey: getQueueKey() })
    void invalidateTraining(client)
  }
  async function submitReview(id: string, review: Review) {
    try {
      await mutateAsync({ id, review })
      showSuccess(t('review.done'))
      removeFromQueue(id)
    } catch (error) {
      showError(error)
      // Another expert reviewed it first, or it was withdrawn.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) removeFromQueue(id)
    }
  }
  function judge(judgment: Judgment) {
    if (image && !isPending) void submitReview(image.id, toReview(judgment))
  }
  function skip() {
    if (image && !isPending) setSkipped(new Set([...skipped, image.id]))
  }
  return {
    image,
    remainingCount: Math.max(pendingImages.length, (queue?.count ?? 0) - skipped.size),
    isBusy: isPending,
    judge,
    skip,
    hasSkipped: skipped.size > 0 && (queue?.results.length ?? 0) > 0,
    restart: () => setSkipped(new Set()),
  }
}
