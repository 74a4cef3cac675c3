import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../../../api/errors.ts'
import { makeItem, type OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { type AnalysisOutcome, type AnalysisRun, analyzePhoto } from './analyze-photo.ts'
import { collectPhotos, getUploadErrorMessage, type SelectedLeaf } from './leaf-photo.ts'
import { useLeafSelection } from './use-leaf-selection.ts'

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
  async function createItem(leaves: readonly [SelectedLeaf, ...SelectedLeaf[]]): Promise<OutboxItem<'photo'> | null> {
    const { photos, takenAt } = await collectPhotos(leaves)
    const hasUncheckedLeaves = leaves.some(({ quality }) => quality === null)
    if (hasUncheckedLeaves && photos.some(({ quality }) => quality.length > 0)) return null
    const { key, input } = selection
    return makeItem('photo', { photos, input, takenAt, answer: null }, key)
  }
  async function submit(): Promise<void> {
    const [first, ...others] = selection.leaves
    if (first === undefined) return showFailure(t('upload_image.none'))
    const controller = new AbortController()
    const { signal } = controller
    const isCurrent = () => controllerRef.current === controller
    controllerRef.current = controller
    setFailure(undefined)
    setProgress(0)
    try {
      const item = await createItem([first, ...others])
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
