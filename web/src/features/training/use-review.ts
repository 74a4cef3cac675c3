import type { QueuedImage, Review } from '@kutu/contract/training-images'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { Reply } from '../../api/contract.ts'
import { ApiError, messageOf } from '../../api/errors.ts'
import { useText } from '../../text/use-text.ts'
import { showError, showSuccess } from '../../ui/toasts.ts'
import type { ReviewAct } from './review-keys.ts'
import { queueKey, renewTeaching } from './teaching-queries.ts'

type Queue = Reply<'GET /analysis/training-queue/'>

/** What an act says of a photo: a label that is the one shown confirms it. */
export function reviewOf(act: Exclude<ReviewAct, 'skip'>, { label }: Pick<QueuedImage, 'label'>): Review | null {
  if (act === 'refuse') return { action: 'refuse' }
  if (act === 'confirm') return label === null ? null : { action: 'confirm' }
  return act === label ? { action: 'confirm' } : { action: 'correct', label: act }
}

/** The photos one after another; what was judged or left for later makes room for the next. */
export function useReview(queue: Queue | undefined) {
  const { t } = useText()
  const client = useQueryClient()
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set())
  const waiting = queue?.results.filter(({ id }) => !skipped.has(id)) ?? []
  const [image] = waiting
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ id, review }: { id: string; review: Review }) =>
      call('PUT /analysis/training-queue/{id}/', { params: { id }, body: review }),
  })

  /** The last one gone, the server is asked for more. */
  function drop(id: string) {
    const left = queue?.results.filter(each => each.id !== id) ?? []
    client.setQueryData<Queue>(
      queueKey(),
      old => old && { ...old, results: old.results.filter(each => each.id !== id), count: Math.max(0, old.count - 1) },
    )
    if (left.length === 0) void client.invalidateQueries({ queryKey: queueKey() })
    void renewTeaching(client)
  }
  async function judge(id: string, review: Review) {
    try {
      await mutateAsync({ id, review })
      showSuccess(t('notice.success'), t('review.done'))
      drop(id)
    } catch (error) {
      showError(t('notice.error'), messageOf(error))
      // Somebody else was faster, or it was taken back: there is nothing left to judge.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) drop(id)
    }
  }
  function act(what: ReviewAct) {
    if (!image || isPending) return
    if (what === 'skip') return setSkipped(new Set([...skipped, image.id]))
    const review = reviewOf(what, image)
    if (review) void judge(image.id, review)
  }
  return {
    image,
    left: Math.max(waiting.length, (queue?.count ?? 0) - skipped.size),
    isBusy: isPending,
    act,
    hasSkipped: skipped.size > 0 && (queue?.results.length ?? 0) > 0,
    startAgain: () => setSkipped(new Set()),
  }
}
