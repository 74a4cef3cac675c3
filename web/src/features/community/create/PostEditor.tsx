import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { PhotoField } from './PhotoField.tsx'
import { PostFields } from './PostFields.tsx'
import type { usePostForm } from './use-post-form.ts'

/**
 * The form for creating and editing a post. A linked analysis comes first because the rest of the form refers to it. What it
 * has filled in is folded below the text.
 */
export function PostEditor({
  postForm,
  submitLabel,
  isPrefilled = false,
  children,
}: {
  postForm: ReturnType<typeof usePostForm>
  submitLabel: string
  isPrefilled?: boolean
  /** Rendered below the submit button. */
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const { form, attachment, isSending, progress } = postForm
  const photoField = (
    <PhotoField
      attachment={attachment}
      onAttachmentChange={postForm.setAttachment}
      onReject={postForm.clearPhotoError}
      error={postForm.photoError}
      progress={progress}
      disabled={isSending}
    />
  )
  return (
    <form noValidate onSubmit={postForm.submit} className="flex flex-col gap-5">
      {attachment.kind === 'analysis' && photoField}
      <PostFields form={form} disabled={isSending} isPrefilled={isPrefilled} />
      {attachment.kind !== 'analysis' && photoField}
      <p className="text-sm text-muted">{t('make_post.rules')}</p>
      <Button type="submit" size="large" wide busy={isSending}>
        {submitLabel}
      </Button>
      {children}
    </form>
  )
}
