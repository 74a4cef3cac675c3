import { useState } from 'react'
import { type Path, type UseFormReturn, useForm } from 'react-hook-form'
import { ApiError, getErrorMessage } from '../../../api/errors.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { showError } from '../../../ui/feedback/toasts.ts'
import type { PostInput } from '../shared/queries.ts'
import { PhotoRejectedError, type PostAttachment, uploadAttachment } from './post-attachment.ts'
import { isComplete, type PostFormValues } from './post-form.ts'

type InitialPost = { form: PostFormValues; attachment: PostAttachment }

/** Wire fields whose errors are shown at the photo field. */
const photoFields = ['image', 'rust_detection']

function focusFirstInvalid(form: UseFormReturn<PostFormValues>, invalidFields: object): void {
  const first = (Object.keys(form.getValues()) as Path<PostFormValues>[]).find(name => name in invalidFields)
  if (first !== undefined) form.setFocus(first)
}

/** Manages the post form from input to submission. `send` calls the API and handles success. */
export function usePostForm(initial: InitialPost, send: (post: PostInput) => Promise<void>) {
  const { t } = useTranslation()
  const form = useForm<PostFormValues>({ defaultValues: initial.form, shouldFocusError: false })
  const [attachment, setAttachment] = useState(initial.attachment)
  const [photoError, setPhotoError] = useState<string>()
  const [progress, setProgress] = useState<number>()

  function showMissingFields(invalidFields: object) {
    showError(t('notice.error'), t('make_post.fill_all'))
    focusFirstInvalid(form, invalidFields)
  }
  function showValidationErrors({ errors }: ApiError) {
    const formErrors = errors.filter(({ field }) => field in form.getValues())
    for (const { field, message } of formErrors) form.setError(field as Path<PostFormValues>, { message })
    setPhotoError(errors.find(({ field }) => photoFields.includes(field))?.message)
    showMissingFields(Object.fromEntries(formErrors.map(({ field }) => [field, true])))
  }
  function showSubmitError(error: unknown) {
    if (error instanceof ApiError && error.is('validation_failed') && error.errors.length > 0)
      return showValidationErrors(error)
    const message = error instanceof PhotoRejectedError ? error.message : getErrorMessage(error)
    if (error instanceof PhotoRejectedError) setPhotoError(message)
    showError(t('notice.error'), message)
  }
  async function submit(values: PostFormValues) {
    if (!isComplete(values)) return
    setPhotoError(undefined)
    try {
      if (attachment.kind === 'file') setProgress(0)
      const attachmentIds = await uploadAttachment(attachment, setProgress)
      setProgress(undefined)
      await send({ ...values, ...attachmentIds })
    } catch (error) {
      showSubmitError(error)
    } finally {
      setProgress(undefined)
    }
  }
  return {
    form,
    attachment,
    photoError,
    progress,
    isSending: form.formState.isSubmitting,
    setAttachment: (next: PostAttachment) => {
      setPhotoError(undefined)
      setAttachment(next)
    },
    clearPhotoError: () => setPhotoError(undefined),
    submit: form.handleSubmit(submit, showMissingFields),
    reset: (empty: PostFormValues) => {
      form.reset(empty)
      setAttachment({ kind: 'none' })
    },
  }
}
