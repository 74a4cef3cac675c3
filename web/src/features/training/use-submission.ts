import type { TrainingLabel } from '@kutu/contract/training-images'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, OfflineError } from '../../api/errors.ts'
import { useKeyOf } from '../../api/use-key-of.ts'
import { say } from '../../text/say.ts'
import { useText } from '../../text/use-text.ts'
import { showError, showSuccess } from '../../ui/toasts.ts'
import type { CropChoice } from './labels.ts'
import { renewTeaching, submitImage } from './teaching-queries.ts'

type Values = { file: File | null; label: TrainingLabel | null; crop: CropChoice }
type Problem = { photo?: string; label?: string }
const empty: Values = { file: null, label: null, crop: 'none' }

/** The server's own sentence, or that it did not work. */
export const reasonOf = (error: unknown): string =>
  error instanceof OfflineError || (error instanceof ApiError && error.message !== say('error.unreadable'))
    ? error.message
    : say('teaching.failed')

/** One photo from its choice to the server. */
export function useSubmission() {
  const { t } = useText()
  const client = useQueryClient()
  const [values, setValues] = useState(empty)
  const [problem, setProblem] = useState<Problem>({})
  const [progress, setProgress] = useState<number>()
  const keyOf = useKeyOf<object>()

  function refuse(found: Problem) {
    setProblem(found)
    for (const message of Object.values(found)) showError(t('notice.error'), message)
  }
  async function submit() {
    const { file, label, crop } = values
    if (file === null || label === null)
      return refuse({
        ...(file === null && { photo: t('teaching.no_photo') }),
        ...(label === null && { label: t('teaching.no_label') }),
      })
    setProblem({})
    setProgress(0)
    try {
      const { name, size, lastModified } = file
      const idempotencyKey = keyOf({ name, size, lastModified, label, crop })
      await submitImage({ file, label, crop }, { idempotencyKey, onProgress: setProgress })
      setValues(empty)
      showSuccess(t('notice.success'), t('teaching.submitted'))
      void renewTeaching(client)
    } catch (error) {
      refuse(
        error instanceof ApiError && error.is('label_required')
          ? { label: reasonOf(error) }
          : { photo: reasonOf(error) },
      )
    } finally {
      setProgress(undefined)
    }
  }
  return {
    values,
    change: (changed: Partial<Values>) => {
      setProblem({})
      setValues(before => ({ ...before, ...changed }))
    },
    problem,
    progress,
    submit: () => void submit(),
  }
}
