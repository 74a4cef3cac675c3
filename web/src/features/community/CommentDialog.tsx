import type { Post } from '@kutu/contract/community'
import { writingLimits } from '@kutu/contract/moderation'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { fieldError, messageOf } from '../../api/errors.ts'
import { useKeyOf } from '../../api/use-key-of.ts'
import { Counter } from '../../posts/Counter.tsx'
import { PostText } from '../../posts/PostText.tsx'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { TextArea } from '../../ui/TextArea.tsx'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { useComment } from './queries.ts'

/** Writes a comment on a post. What was typed stays with its post until it is sent, also when the dialog was closed. */
export function CommentDialog({ post, onClose }: { post: Post | undefined; onClose: () => void }) {
  const { t } = useText()
  const form = useId()
  const comment = useCommenting(post, onClose)
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
          <Button type="submit" form={form} busy={comment.isSending}>
            {t('comments.submit')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={comment.submit} className="flex flex-col gap-4">
        {post && <Summary post={post} />}
        <div className="flex flex-col gap-1">
          <TextArea
            ref={area => {
              comment.field.current = area
              firstFocus(area)
            }}
            label={t('comments.label')}
            hint={t('comments.hint')}
            placeholder={t('comments.placeholder')}
            error={comment.problem}
            value={comment.typed}
            onChange={event => comment.type(event.target.value)}
            readOnly={comment.isSending}
            rows={4}
            dir="auto"
            className="scroll-my-16"
          />
          <Counter text={comment.typed} max={writingLimits.response} />
        </div>
      </form>
    </Dialog>
  )
}

function Summary({ post }: { post: Post }) {
  const { t } = useText()
  return (
    <div className="flex flex-col gap-1 rounded-lg bg-sunken p-3 sm:p-4">
      <p dir="auto" className="text-start font-bold wrap-anywhere">
        {post.title}
      </p>
      <PostText className="line-clamp-2 text-sm">{post.content}</PostText>
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

function useCommenting(post: Post | undefined, onSent: () => void) {
  const { t, number } = useText()
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<{ postId: string; message: string }>()
  const field = useRef<HTMLTextAreaElement>(null)
  const keyOf = useKeyOf<{ id: string; content: string }>()
  const comment = useComment()
  const id = post?.id ?? ''
  const typed = drafts[id] ?? ''
  const max = writingLimits.response

  // Once the sentence is there, so that it comes into sight with its field.
  useEffect(() => {
    if (problem) field.current?.focus()
  }, [problem])
  const refuse = (message: string) => setProblem({ postId: id, message })
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (comment.isPending) return
    if (!post) return showError(t('notice.error'), t('comments.no_post'))
    if (typed.trim() === '') return refuse(t('comments.missing'))
    if (typed.length > max) return refuse(t('text.too_long', { max: number(max) }))
    try {
      const sent = { id, content: typed }
      await comment.mutateAsync({ ...sent, idempotencyKey: keyOf(sent) })
      setDrafts(({ [id]: _, ...others }) => others)
      showSuccess(t('notice.success'), t('comments.done'))
      onSent()
    } catch (error) {
      const message = fieldError(error, 'content')
      if (message !== undefined) refuse(message)
      showError(t('notice.error'), message ?? messageOf(error))
    }
  }
  return {
    field,
    typed,
    problem: problem?.postId === id ? problem.message : undefined,
    isSending: comment.isPending,
    type: (text: string) => {
      setProblem(undefined)
      setDrafts(kept => ({ ...kept, [id]: text }))
    },
    submit: (event: FormEvent) => void submit(event),
  }
}
