import type { Post } from '@kutu/contract/community/community'
import { maxTextLengths } from '@kutu/contract/community/moderation'
import { useRef } from 'react'
import { makeItem } from '../../../api/outbox/outbox-item.ts'
import { sendOrQueue } from '../../../api/outbox/send-outbox.ts'
import { useIdempotencyKey } from '../../../api/use-idempotency-key.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { autoFocusRef } from '../../../ui/overlay/auto-focus.ts'
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx'
import { UserText } from '../../../ui/UserText.tsx'
import { useCreateComment } from '../shared/queries.ts'
import { useCommentForm } from '../shared/use-comment-form.ts'

/** Writes a comment on a post. The text is kept per post until it is sent, even when the dialog is closed. */
export function WriteCommentDialog({ post, onClose }: { post: Post | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const drafts = useRef(new Map<string, string>())
  const getIdempotencyKey = useIdempotencyKey<{ id: string; content: string }>()
  const createComment = useCreateComment()
  async function send(content: string) {
    if (!post) return showError(t('comments.no_post'))
    const payload = { id: post.id, content }
    const idempotencyKey = getIdempotencyKey(payload)
    const write = makeItem('comment', { postId: post.id, postTitle: post.title, content }, idempotencyKey)
    const result = await sendOrQueue(write, () => createComment.mutateAsync({ ...payload, idempotencyKey }))
    drafts.current.delete(post.id)
    showSuccess(t(result === 'sent' ? 'comments.done' : 'outbox.queued'))
    onClose()
  }
  if (!post) return null
  return <CommentDialog key={post.id} post={post} drafts={drafts.current} onSend={send} onClose={onClose} />
}

function CommentDialog({
  post,
  drafts,
  onSend,
  onClose,
}: {
  post: Post
  drafts: Map<string, string>
  onSend: (content: string) => Promise<unknown>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const form = useCommentForm(drafts.get(post.id) ?? '', onSend, content => drafts.set(post.id, content))
  const { ref, ...field } = form.text('content')
  return (
    <FormDialog title={t('comments.dialog_title')} submitLabel={t('comments.submit')} form={form} onClose={onClose}>
      <PostSummary post={post} />
      <TextArea
        {...field}
        ref={area => {
          ref(area)
          autoFocusRef(area)
        }}
        label={t('comments.label')}
        hint={t('comments.hint')}
        placeholder={t('comments.placeholder')}
        maxCounted={maxTextLengths.response}
        readOnly={form.isSubmitting}
        dir="auto"
        className="scroll-my-16"
      />
    </FormDialog>
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
          t(`crop.${post.crop_type}`),
          t(`post.disease.${post.disease_type}`),
          `${t('post.urgency')}: ${t(`post.urgency.${post.urgency_level}`)}`,
        ].join(' · ')}
      </p>
    </div>
  )
}
