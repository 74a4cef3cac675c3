import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../../../api/errors.ts'
import type { OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { getServerTime } from '../../../api/session/server-clock.ts'
import { getStoredUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { type AnalysisOutcome, type AnalysisRun, analyzePhoto } from './analyze-photo.ts'
import { collectPhotos, getUploadErrorMessage } from './upload-error.ts'
import { type SelectedLeaf, useLeafSelection } from './use-leaf-selection.ts'

type Phase = 'choosing' | 'sending' | 'analyzing'

/** Holds the state of the upload form from selection to result. */
export function usePhotoUpload(onUpdate: (run: AnalysisRun) => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const selection = useLeafSelection()
  const [failure, setFailure] = useState<{ message: string; isNotALeaf: boolean }>()
  const [progress, setProgress] = useState<number>()
  const controllerRef = useRef<AbortController>(undefined)
  const phase: Phase = progress === undefined ? 'choosing' : progress < 1 ? 'sending' : 'analyzing'

  function showFailure(message: string, isNotALeaf = false) {
    setFailure({ message, isNotALeaf })
    showError(t('notice.error'), message)
  }
  function handleOutcome(outcome: AnalysisOutcome) {
    if (outcome.kind === 'no_leaf') {
      const sentences = [t('device.not_a_leaf'), ...(outcome.isQueued ? [t('outbox.queued')] : [])]
      return showFailure(sentences.join(' '), true)
    }
    if (outcome.kind === 'failed') {
      const { error } = outcome
      return showFailure(getUploadErrorMessage(error), error instanceof ApiError && error.is('not_a_leaf'))
    }
    if (outcome.kind === 'stopped') return
    showSuccess(t('notice.success'), t(outcome.kind === 'submitted' ? 'upload_image.done' : 'outbox.queued'))
    selection.clear()
  }
  /** Returns the item to submit, or null when unread quality warnings must be shown first. */
  async function createOutboxItem(leaves: readonly SelectedLeaf[]): Promise<OutboxItem | null> {
    const [first, ...others] = await collectPhotos(leaves)
    if (first === undefined) return null
    const hasUncheckedLeaves = leaves.some(({ quality }) => quality === null)
    if (hasUncheckedLeaves && [first, ...others].some(({ quality }) => quality.length > 0)) return null
    const { key, input } = selection
    const ownerId = getStoredUser()?.id ?? ''
    const times = await Promise.all(leaves.map(leaf => leaf.takenAt))
    // The photos of a plant count for the last of them.
    const takenAt = new Date(Math.max(...times.map(time => time.getTime()))).toISOString()
    const addedAt = getServerTime().toISOString()
    const photos: OutboxItem['photos'] = [first, ...others]
    return { key, ownerId, photos, input, takenAt, addedAt, answer: null, state: { kind: 'sending' } }
  }
  async function submit(): Promise<void> {
    const { leaves } = selection
    if (leaves.length === 0) return showFailure(t('upload_image.none'))
    const controller = new AbortController()
    const { signal } = controller
    const isCurrent = () => controllerRef.current === controller
    controllerRef.current = controller
    setFailure(undefined)
    setProgress(0)
    try {
      const item = await createOutboxItem(leaves)
      if (item === null || signal.aborted) return
      const onProgress = (share: number) => isCurrent() && !signal.aborted && setProgress(share)
      const options = { client, signal, onProgress, onUpdate: (run: AnalysisRun) => isCurrent() && onUpdate(run) }
      handleOutcome(await analyzePhoto(item, options))
    } catch (error) {
      showFailure(getUploadErrorMessage(error))
    } finally {
      if (isCurrent()) setProgress(undefined)
    }
  }
  const clearFailure = () => setFailure(undefined)
  return {
    selection,
    failure,
    progress,
    phase,
    clearFailure,
    submit: () => void submit(),
    cancel: () => {
      controllerRef.current?.abort()
      setProgress(undefined)
    },
  }
}
