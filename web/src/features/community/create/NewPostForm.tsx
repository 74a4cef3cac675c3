import type { Analysis } from '@kutu/contract/detection'
import { useState } from 'react'
import { useUser } from '../../../api/session/session.ts'
import { useIdempotencyKey } from '../../../api/use-idempotency-key.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { showSuccess } from '../../../ui/feedback/toasts.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { type PostInput, useCreatePost } from '../shared/queries.ts'
import { PostEditor } from './PostEditor.tsx'
import type { PostAttachment } from './post-attachment.ts'
import { deleteDraft, loadDraft, saveDraft } from './post-draft.ts'
import { prefillFromAnalysis } from './post-form.ts'
import { usePostForm } from './use-post-form.ts'

/** The form for a new post, prefilled from the stored draft and from the linked analysis. */
export function NewPostForm({ analysis, onSent }: { analysis: Analysis | undefined; onSent: () => void }) {
  const { t } = useTranslation()
  const userId = useUser()?.id ?? ''
  const getIdempotencyKey = useIdempotencyKey<PostInput>()
  const createPost = useCreatePost()
  const [isSent, setSent] = useState(false)
  const attachment: PostAttachment = analysis ? { kind: 'analysis', analysis } : { kind: 'none' }
  const initial = { form: { ...loadDraft(userId), ...(analysis && prefillFromAnalysis(analysis)) }, attachment }
  const postForm = usePostForm(
    initial,
    async body => {
      await createPost.mutateAsync({ body, idempotencyKey: getIdempotencyKey(body) })
      showSuccess(t('notice.success'), t('make_post.done'))
      postForm.clear()
      deleteDraft(userId)
      setSent(true)
      onSent()
    },
    values => {
      saveDraft(userId, values)
      setSent(false)
    },
  )
  return (
    <Card title={t('make_post.form')}>
      <PostEditor postForm={postForm} submitLabel={t('make_post.submit')}>
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
