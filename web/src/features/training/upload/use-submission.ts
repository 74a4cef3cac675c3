import type { TrainingLabel } from '@kutu/contract/training/training-images'
import { VisionError } from '@kutu/vision/vision-error'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, OfflineError } from '../../../api/errors.ts'
import { useIdempotencyKey } from '../../../api/use-idempotency-key.ts'
import { t } from '../../../i18n/i18n.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import type { CropChoice } from '../labels.ts'
import { invalidateTraining, submitImage } from '../queries.ts'

type Values = { file: File | null; label: TrainingLabel | null; crop: CropChoice }

/** Returns why the file is no photo, the server's message, or a general failure message. */
export function getSubmitErrorMessage(error: unknown): string {
  if (error instanceof VisionError && error.code !== 'overloaded') return t(`upload.${error.code}`)
  return error instanceof OfflineError || (error instanceof ApiError && error.message !== t('error.unreadable'))
    ? error.message
    : t('teaching.failed')
}

/** Returns the form for one training photo with the progress of its upload (0 to 1). */
export function useSubmission() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [progress, setProgress] = useState<number>()
  const getIdempotencyKey = useIdempotencyKey<object>()
  const form = useForm<Values>({
    initialValues: { file: null, label: null, crop: 'none' },
    validate: ({ file, label }) => ({
      file: file === null ? t('teaching.no_photo') : undefined,
      label: label === null ? t('teaching.no_label') : undefined,
    }),
    getMessage: getSubmitErrorMessage,
    onInvalid: errors => {
      for (const message of [errors.file, errors.label]) if (message) showError(message)
    },
    onError: error => {
      const isLabelMissing = error instanceof ApiError && error.is('label_required')
      form.showErrors({ [isLabelMissing ? 'label' : 'file']: getSubmitErrorMessage(error) })
    },
    onSubmit: async ({ file, label, crop }) => {
      if (file === null || label === null) return
      const { name, size, lastModified } = file
      const idempotencyKey = getIdempotencyKey({ name, size, lastModified, label, crop })
      setProgress(0)
      try {
        await submitImage({ file, label, crop }, { idempotencyKey, onProgress: setProgress })
      } finally {
        setProgress(undefined)
      }
      form.reset()
      showSuccess(t('teaching.submitted'))
      void invalidateTraining(client)
    },
  })
  return { form, progress }
}
