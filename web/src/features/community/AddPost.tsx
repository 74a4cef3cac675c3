import type { Analysis } from '@kutu/contract/detection'
import { useEffect, useState } from 'react'
import { useUser } from '../../api/session.ts'
import { useKeyOf } from '../../api/use-key-of.ts'
import { useText } from '../../text/use-text.ts'
import { Card } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { showSuccess } from '../../ui/toasts.ts'
import { dropDraft, keepDraft, readDraft } from './draft.ts'
import { PostEditor } from './PostEditor.tsx'
import { emptyPost, formAbout } from './post-form.ts'
import type { PostPhoto } from './post-photo.ts'
import { useCreatePost, type WrittenPost } from './queries.ts'
import { usePostForm } from './use-post-form.ts'

/** The form of a new post, begun from what was left of an earlier try and from the analysis asked about. */
export function AddPost({ analysis, onSent }: { analysis: Analysis | undefined; onSent: () => void }) {
  const { t } = useText()
  const userId = useUser()?.id ?? ''
  const keyOf = useKeyOf<WrittenPost>()
  const create = useCreatePost()
  const [isSent, setSent] = useState(false)
  const photo: PostPhoto = analysis ? { kind: 'analysis', analysis } : { kind: 'none' }
  const begin = { form: { ...readDraft(userId), ...(analysis && formAbout(analysis)) }, photo }
  const post = usePostForm(begin, async body => {
    await create.mutateAsync({ body, idempotencyKey: keyOf(body) })
    showSuccess(t('notice.success'), t('make_post.done'))
    post.startAnew(emptyPost)
    dropDraft(userId)
    setSent(true)
    onSent()
  })
  useDraft(userId, post.form, setSent)
  return (
    <Card title={t('make_post.form')}>
      <PostEditor post={post} submitText={t('make_post.submit')}>
        {isSent && (
          <Notice kind="success" title={t('make_post.done')}>
            <p>{t('my_posts.pending')}</p>
            <TextLink to="/account/addresses/my-posts">{t('my_posts.back')}</TextLink>
          </Notice>
        )}
      </PostEditor>
    </Card>
  )
}

/** Keeps what is written as it is written. */
function useDraft(userId: string, form: ReturnType<typeof usePostForm>['form'], setSent: (isSent: boolean) => void) {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          // Without a name it is the form itself that starts anew.
          if (name === undefined) return
          keepDraft(userId, values)
          setSent(false)
        },
      }),
    [form, userId, setSent],
  )
}
