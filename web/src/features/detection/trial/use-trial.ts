import { VisionError } from '@kutu/vision/vision-error'
import { useEffect, useState } from 'react'
import { makeItem, type OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { t } from '../../../i18n/i18n.ts'
import { canReducePhotos, validateImageFile } from '../../../ui/media/image-file.ts'
import { getDeviceAnswer } from '../../../vision/worker-client.ts'
import { collectPhotos, getUploadErrorMessage, prepareLeaf } from '../capture/leaf-photo.ts'
import { visitorId } from '../outbox/saved-answers.ts'

type TrialResult =
  | { kind: 'answered'; item: OutboxItem<'photo'> }
  | { kind: 'failed'; message: string; canRetry: boolean }

/**
 * Diagnoses a photo on this device. Nothing is sent.
 * @param mayDownload false while the visitor has not agreed to download the model: the photo waits
 */
export function useTrial(file: File | undefined, mayDownload: boolean) {
  const [attempt, setAttempt] = useState(0)
  const [latest, setLatest] = useState<{ file: File; attempt: number; result: TrialResult }>()
  useEffect(() => {
    if (file === undefined || !mayDownload) return
    let isCurrent = true
    void diagnose(file).then(result => isCurrent && setLatest({ file, attempt, result }))
    return () => {
      isCurrent = false
    }
  }, [file, mayDownload, attempt])
  return {
    /** Undefined while there is no result for this photo. */
    result: latest?.file === file && latest?.attempt === attempt ? latest.result : undefined,
    retry: () => setAttempt(attempt + 1),
  }
}

const fail = (message: string, canRetry = false): TrialResult => ({ kind: 'failed', message, canRetry })

async function diagnose(file: File): Promise<TrialResult> {
  const rejection = validateImageFile([file], canReducePhotos())
  if (rejection !== undefined) return fail(t(rejection))
  try {
    const { photos, takenAt } = await collectPhotos([prepareLeaf(file)])
    const answer = await getDeviceAnswer([photos[0].photo], null)
    if (answer === null) return fail(t('trial.no_leaf'))
    const item = makeItem('photo', { photos, input: {}, takenAt, answer })
    return { kind: 'answered', item: { ...item, ownerId: visitorId } }
  } catch (error) {
    if (error instanceof VisionError) return fail(getUploadErrorMessage(error))
    return fail(t(navigator.onLine ? 'trial.unable' : 'trial.offline'), true)
  }
}
