import type { ReactNode } from 'react'
import { FormProvider } from 'react-hook-form'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { PhotoField } from './PhotoField.tsx'
import { PostFields } from './PostFields.tsx'
import type { usePostForm } from './use-post-form.ts'

/** The form of a post, to write one and to change one. An analysis asked about stands first: it is what the rest is about. */
export function PostEditor({
  post,
  submitText,
  children,
}: {
  post: ReturnType<typeof usePostForm>
  submitText: string
  /** Said under the button. */
  children?: ReactNode
}) {
  const { t } = useText()
  const { form, photo, isSending, progress } = post
  const photoField = (
    <PhotoField
      photo={photo}
      onPhoto={post.setPhoto}
      onRefused={post.forgetPhotoProblem}
      error={post.photoProblem}
      progress={progress}
      disabled={isSending}
    />
  )
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={post.submit} className="flex flex-col gap-5">
        {photo.kind === 'analysis' && photoField}
        <PostFields disabled={isSending} />
        {photo.kind !== 'analysis' && photoField}
        <p className="text-sm text-muted">{t('make_post.rules')}</p>
        <Button type="submit" size="large" wide busy={isSending}>
          {submitText}
        </Button>
        {children}
      </form>
    </FormProvider>
  )
}
