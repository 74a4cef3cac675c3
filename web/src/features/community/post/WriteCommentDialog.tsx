import type { Post } from '@kutu/contract/community/community'
import { maxTextLengths } from '@kutu/contract/community/moderation'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { getErrorMessage, getFieldError } from '../../../api/errors.ts'
import { makeItem } from '../../../api/outbox/outbox-item.ts'
import { sendOrQueue } from '../../../api/outbox/send-outbox.ts'
import { useIdempotencyKey } from '../../../api/use-idempotency-key.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { CharacterCounter } from '../../../ui/form/CharacterCounter.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { autoFocusRef } from '../../../ui/overlay/auto-focus.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { UserText } from '../../../ui/UserText.tsx'
import { useCreateComment } from '../shared/queries.ts'

/** Writes a comment on a post. The text is kept per post until it is sent, even when the dialog is closed. */
export function WriteCommentDialog({ post, onClose }: { post: Post | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const formId = useId()
  const commentForm = useCommentForm(post, onClose)
  return (
    <Dialog
      isOpen={post !== undefined}
      onClose={onClose}
      title={t('comments.dialog_title')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" form={formId} busy={commentForm.isSending}>
            {t('comments.submit')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={commentForm.submit} className="flex flex-col gap-4">
        {post && <PostSummary post={post} />}
        <div className="flex flex-col gap-1">
          <TextArea
            ref={area => {
              commentForm.fieldRef.current = area
              autoFocusRef(area)
            }}
            label={t('comments.label')}
            hint={t('comments.hint')}
            placeholder={t('comments.placeholder')}
            error={commentForm.validationError}
            value={commentForm.draft}
            onChange={event => commentForm.setDraft(event.target.value)}
            readOnly={commentForm.isSending}
            rows={4}
            dir="auto"
            className="scroll-my-16"
          />
          <CharacterCounter text={commentForm.draft} max={maxTextLengths.response} />
        </div>
      </form>
    </Dialog>
  )
}

function PostSummary({ post }: { post: Post }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-1 rounded-lg bg-sunken p-3 sm:p-4">
      <p dir="auto" className="text-start font-bold wrap-anywhere">
        {post.title}
      </p>
      <UserText className="line-clamp-2 text-sm">{post.content}</UserText>
      <p className="text-sm text-muted">
        {[
          t(`post.crop.${post.crop_type}`),
          t(`post.disease.${post.disease_type}`),
          `${t('post.urgency')}: ${t(`post.urgency.${post.urgency_level}`)}`,
        ].join(' · ')}
      </p>
    </div>
  )
}

function useCommentForm(post: Post | undefined, onSent: () => void) {
  const { t, number } = useTranslation()
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({})
  const [validationError, setValidationError] = useState<{ postId: string; message: string }>()
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  const getIdempotencyKey = useIdempotencyKey<{ id: string; content: string }>()
  const createComment = useCreateComment()
  const id = post?.id ?? ''
  const draft = drafts[id] ?? ''
  const maxLength = maxTextLengths.response

  // Runs after the message is rendered, so that both scroll into view.
  useEffect(() => {
    if (validationError) fieldRef.current?.focus()
  }, [validationError])
  const showFieldError = (message: string) => setValidationError({ postId: id, message })
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (createComment.isPending) return
    if (!post) return showError(t('notice.error'), t('comments.no_post'))
    if (draft.trim() === '') return showFieldError(t('comments.missing'))
    if (draft.length > maxLength) return showFieldError(t('text.too_long', { max: number(maxLength) }))
    try {
      const payload = { id, content: draft }
      const idempotencyKey = getIdempotencyKey(payload)
      const write = makeItem('comment', { postId: id, postTitle: post.title, content: draft }, idempotencyKey)
      const result = await sendOrQueue(write, () => createComment.mutateAsync({ ...payload, idempotencyKey }))
      setDrafts(({ [id]: _, ...others }) => others)
      showSuccess(t('notice.success'), t(result === 'sent' ? 'comments.done' : 'outbox.queued'))
      onSent()
    } catch (error) {
      const message = getFieldError(error, 'content')
      if (message !== undefined) showFieldError(message)
      showError(t('notice.error'), message ?? getErrorMessage(error))
    }
  }
  return {
    fieldRef,
    draft,
    validationError: validationError?.postId === id ? validationError.message : undefined,
    isSending: createComment.isPending,
    setDraft: (text: string) => {
      setValidationError(undefined)
      setDrafts(current => ({ ...current, [id]: text }))
    },
    submit: (event: FormEvent) => void submit(event),
  }
}
