import { VisionError } from '@kutu/vision/vision-error'
import { useEffect, useState } from 'react'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import type { OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { t } from '../../../i18n/i18n.ts'
import { canReducePhotos, validateImageFile } from '../../../ui/media/image-file.ts'
import { diagnoseOnDevice, prepareDiagnosis } from '../../../vision/worker-client.ts'
import { toDeviceAnswer } from '../capture/device-analysis.ts'
import { readTimeTaken } from '../capture/time-taken.ts'
import { getUploadErrorMessage } from '../capture/upload-error.ts'
import { visitorId } from '../outbox/saved-answers.ts'

type TrialResult = { kind: 'answered'; item: OutboxItem } | { kind: 'failed'; message: string; canRetry: boolean }

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
    const { photo, quality } = await prepareDiagnosis(file)
    const answer = toDeviceAnswer(await diagnoseOnDevice(photo, null))
    if (answer === null) return fail(t('trial.no_leaf'))
    return {
      kind: 'answered',
      item: {
        key: newIdempotencyKey(),
        ownerId: visitorId,
        photos: [{ photo, quality, name: photo.name }],
        input: {},
        takenAt: (await readTimeTaken(file)).toISOString(),
        addedAt: new Date().toISOString(),
        answer,
        state: { kind: 'waiting' },
      },
    }
  } catch (error) {
    if (error instanceof VisionError) return fail(getUploadErrorMessage(error))
    return fail(t(navigator.onLine ? 'trial.unable' : 'trial.offline'), true)
  }
}
