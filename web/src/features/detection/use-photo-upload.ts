import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../../api/errors.ts'
import { storedUser } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { showError, showSuccess } from '../../ui/toasts.ts'
import type { OutboxItem } from './outbox-item.ts'
import { type Answered, type Outcome, processPhoto } from './process-photo.ts'
import { photosOf, reasonOf } from './upload-problem.ts'
import { type ChosenLeaf, useChosenLeaves } from './use-chosen-leaves.ts'

type Phase = 'choosing' | 'sending' | 'analysing'

/** Photos from their choice to their answers: this phone's first, where it can, then the server's. */
export function usePhotoUpload(onAnswered: (answered: Answered) => void) {
  const { t } = useText()
  const client = useQueryClient()
  const chosen = useChosenLeaves()
  const [problem, setProblem] = useState<{ message: string; isNoLeaf: boolean }>()
  const [progress, setProgress] = useState<number>()
  const running = useRef<AbortController>(undefined)
  const phase: Phase = progress === undefined ? 'choosing' : progress < 1 ? 'sending' : 'analysing'

  function refuse(message: string, isNoLeaf = false) {
    setProblem({ message, isNoLeaf })
    showError(t('notice.error'), message)
  }
  function conclude(outcome: Outcome) {
    if (outcome.kind === 'no_leaf') return refuse(t('device.not_a_leaf'), true)
    if (outcome.kind === 'failed') {
      const { error } = outcome
      return refuse(reasonOf(error), error instanceof ApiError && error.is('not_a_leaf'))
    }
    if (outcome.kind === 'stopped') return
    if (outcome.kind === 'filed') showSuccess(t('notice.success'), t('upload_image.done'))
    else showSuccess(t('device.answered'), t('device.waiting'))
    chosen.clear()
  }
  /** What is to be sent; null when there is first something to be told of the photos. */
  async function itemOf(leaves: readonly ChosenLeaf[]): Promise<OutboxItem | null> {
    const [first, ...others] = await photosOf(leaves)
    if (first === undefined) return null
    const isNews = leaves.some(({ quality }) => quality === null)
    if (isNews && [first, ...others].some(({ quality }) => quality.length > 0)) return null
    const { key, crop } = chosen
    const ownerId = storedUser()?.id ?? ''
    const takenAt = new Date().toISOString()
    return { key, ownerId, photos: [first, ...others], crop, takenAt, answer: null, state: { kind: 'sending' } }
  }
  async function process(): Promise<void> {
    const { leaves } = chosen
    if (leaves.length === 0) return refuse(t('upload_image.none'))
    const controller = new AbortController()
    const { signal } = controller
    const isCurrent = () => running.current === controller
    running.current = controller
    setProblem(undefined)
    setProgress(0)
    try {
      const item = await itemOf(leaves)
      if (item === null || signal.aborted) return
      const onProgress = (share: number) => isCurrent() && !signal.aborted && setProgress(share)
      const asking = { client, signal, onProgress, onAnswered: (known: Answered) => isCurrent() && onAnswered(known) }
      conclude(await processPhoto(item, asking))
    } catch (error) {
      refuse(reasonOf(error))
    } finally {
      if (isCurrent()) setProgress(undefined)
    }
  }
  const forgetProblem = () => setProblem(undefined)
  return {
    chosen,
    problem,
    progress,
    phase,
    forgetProblem,
    process: () => void process(),
    stop: () => {
      running.current?.abort()
      setProgress(undefined)
    },
  }
}
