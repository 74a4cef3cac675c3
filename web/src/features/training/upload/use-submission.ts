import type { TrainingLabel } from '@kutu/contract/training/training-images'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, OfflineError } from '../../../api/errors.ts'
import { useIdempotencyKey } from '../../../api/use-idempotency-key.ts'
import { t } from '../../../i18n/i18n.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import type { CropChoice } from '../labels.ts'
import { invalidateTraining, submitImage } from '../queries.ts'

type Values = { file: File | null; label: TrainingLabel | null; crop: CropChoice }
type FieldErrors = { photo?: string; label?: string }
const emptyValues: Values = { file: null, label: null, crop: 'none' }

/** Returns the server's message, or a general failure message. */
export const getSubmitErrorMessage = (error: unknown): string =>
  error instanceof OfflineError || (error instanceof ApiError && error.message !== t('error.unreadable'))
    ? error.message
    : t('teaching.failed')

/** Holds the state of the form for one training photo. */
export function useSubmission() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [values, setValues] = useState(emptyValues)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [progress, setProgress] = useState<number>()
  const getIdempotencyKey = useIdempotencyKey<object>()

  function showErrors(newErrors: FieldErrors) {
    setErrors(newErrors)
    for (const message of Object.values(newErrors)) showError(t('notice.error'), message)
  }
  async function submit() {
    const { file, label, crop } = values
    if (file === null || label === null)
      return showErrors({
        ...(file === null && { photo: t('teaching.no_photo') }),
        ...(label === null && { label: t('teaching.no_label') }),
      })
    setErrors({})
    setProgress(0)
    try {
      const { name, size, lastModified } = file
      const idempotencyKey = getIdempotencyKey({ name, size, lastModified, label, crop })
      await submitImage({ file, label, crop }, { idempotencyKey, onProgress: setProgress })
      setValues(emptyValues)
      showSuccess(t('notice.success'), t('teaching.submitted'))
      void invalidateTraining(client)
    } catch (error) {
      showErrors(
        error instanceof ApiError && error.is('label_required')
          ? { label: getSubmitErrorMessage(error) }
          : { photo: getSubmitErrorMessage(error) },
      )
    } finally {
      setProgress(undefined)
    }
  }
  return {
    values,
    update: (changes: Partial<Values>) => {
      setErrors({})
      setValues(current => ({ ...current, ...changes }))
    },
    errors,
    progress,
    submit: () => void submit(),
  }
}
