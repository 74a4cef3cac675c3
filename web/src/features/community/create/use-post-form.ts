import { maxTextLengths } from '@kutu/contract/community/moderation'
import { useState } from 'react'
import { ApiError, getErrorMessage, OfflineError } from '../../../api/errors.ts'
import { t } from '../../../i18n/i18n.ts'
import { showError } from '../../../ui/feedback/toasts.ts'
import { checkText } from '../../../ui/form/check-text.ts'
import { type FormErrors, useForm } from '../../../ui/form/use-form.ts'
import type { PostInput } from '../shared/queries.ts'
import { PhotoRejectedError, type PostAttachment, uploadAttachment } from './post-attachment.ts'
import { type CompletePostForm, emptyPostForm, isComplete, type PostFormValues } from './post-form.ts'

type InitialPost = { form: PostFormValues; attachment: PostAttachment }

/** Wire fields whose errors are shown at the photo field. */
const photoFields = ['image', 'rust_detection']

const isValidationError = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.is('validation_failed') && error.errors.length > 0

type PostFormOptions = {
  /** Gets the values after every change by the user. */
  onChange?: (values: PostFormValues) => void
  /** Keeps the post on the device when the server cannot be reached. Without it the error is shown. */
  onOffline?: (values: CompletePostForm, attachment: PostAttachment) => Promise<void>
}

/** Manages the post form from input to submission. `send` calls the API and handles success. */
export function usePostForm(
  initial: InitialPost,
  send: (post: PostInput) => Promise<void>,
  { onChange, onOffline }: PostFormOptions = {},
) {
  const [attachment, setAttachment] = useState(initial.attachment)
  const [photoError, setPhotoError] = useState<string>()
  const [progress, setProgress] = useState<number>()

  const form = useForm<PostFormValues>({
    initialValues: initial.form,
    validate: validatePost,
    ...(onChange && { onChange }),
    getMessage: error => {
      if (isValidationError(error)) return t('make_post.fill_all')
      return error instanceof PhotoRejectedError ? error.message : getErrorMessage(error)
    },
    onInvalid: () => showError(t('make_post.fill_all')),
    onError: error => {
      if (error instanceof PhotoRejectedError) setPhotoError(error.message)
      if (isValidationError(error))
        setPhotoError(error.errors.find(({ field }) => photoFields.includes(field))?.message)
    },
    onSubmit: async values => {
      if (!isComplete(values)) return
      setPhotoError(undefined)
      try {
        if (attachment.kind === 'file') setProgress(0)
        const attachmentIds = await uploadAttachment(attachment, setProgress)
        setProgress(undefined)
        await send({ ...values, ...attachmentIds })
      } catch (error) {
        if (!(error instanceof OfflineError) || !onOffline) throw error
        await onOffline(values, attachment)
      } finally {
        setProgress(undefined)
      }
    },
  })
  return {
    form,
    attachment,
    photoError,
    progress,
    isSending: form.isSubmitting,
    setAttachment: (next: PostAttachment) => {
      setPhotoError(undefined)
      setAttachment(next)
    },
    clearPhotoError: () => setPhotoError(undefined),
    submit: form.submit,
    clear: () => {
      form.reset()
      form.setValues(emptyPostForm)
      setAttachment({ kind: 'none' })
    },
  }
}

/** Checks the fields of a post. */
export const validatePost = (values: PostFormValues): FormErrors<PostFormValues> => ({
  title: checkText(values.title, maxTextLengths.title, t('make_post.title_missing')),
  content: checkText(values.content, maxTextLengths.post, t('make_post.content_missing')),
  crop_type: values.crop_type === '' ? t('make_post.crop_missing') : undefined,
  disease_type: values.disease_type === '' ? t('make_post.disease_missing') : undefined,
  urgency_level: values.urgency_level === '' ? t('make_post.urgency_missing') : undefined,
})
