import type { Analysis } from '@kutu/contract/detection'
import { useState } from 'react'
import { OfflineError } from '../../../api/errors.ts'
import { type ItemData, makeItem } from '../../../api/outbox/outbox-item.ts'
import { putItem } from '../../../api/outbox/outbox-store.ts'
import { useUser } from '../../../api/session/session.ts'
import { useIdempotencyKey } from '../../../api/use-idempotency-key.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { showSuccess } from '../../../ui/feedback/toasts.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { buildPostBody } from '../outbox/send.ts'
import { type PostInput, useCreatePost } from '../shared/queries.ts'
import { PostEditor } from './PostEditor.tsx'
import { getPreparedUpload, type PostAttachment } from './post-attachment.ts'
import { deleteDraft, getDraftOwner, hasDraft, loadDraft, saveDraft } from './post-draft.ts'
import { type CompletePostForm, type PostFormValues, prefillFromAnalysis } from './post-form.ts'
import { usePostForm } from './use-post-form.ts'

/** The form for a new post, prefilled from the stored draft and from the linked analysis. */
export function NewPostForm({ analysis, onSent }: { analysis: Analysis | undefined; onSent: () => void }) {
  const { t } = useTranslation()
  const userId = useUser()?.id ?? ''
  const getIdempotencyKey = useIdempotencyKey<PostInput>()
  const createPost = useCreatePost()
  const [result, setResult] = useState<'sent' | 'queued'>()
  const attachment: PostAttachment = analysis ? { kind: 'analysis', analysis } : { kind: 'none' }
  const owner = getDraftOwner(userId, analysis?.id)
  const prefilled = analysis && prefillFromAnalysis(analysis)
  const crop = prefilled?.crop_type
  const [form] = useState((): PostFormValues => {
    if (!prefilled || hasDraft(owner)) return loadDraft(owner)
    return {
      content: '',
      ...prefilled,
      title: crop ? t('make_post.title_about', { crop: t(`crop.${crop}`) }) : '',
    }
  })
  const initial = { form, attachment }
  function finish(next: 'sent' | 'queued', message: string) {
    showSuccess(message)
    postForm.clear()
    deleteDraft(owner)
    setResult(next)
    onSent()
  }
  const postForm = usePostForm(
    initial,
    async body => {
      await createPost.mutateAsync({ body, idempotencyKey: getIdempotencyKey(body) })
      finish('sent', t('make_post.done'))
    },
    {
      onChange: values => {
        saveDraft(owner, values)
        setResult(undefined)
      },
      onOffline: async (form, current) => {
        const data = toWaitingPost(form, current)
        // A lost attempt may have reached the server: the same body gets the same key.
        const key = getIdempotencyKey(buildPostBody(data))
        await putItem(makeItem('post', data, key)).catch(() => {
          throw new OfflineError()
        })
        finish('queued', t('outbox.queued'))
      },
    },
  )
  return (
    <Card title={t('make_post.form')}>
      <PostEditor postForm={postForm} submitLabel={t('make_post.submit')} isPrefilled={Boolean(crop)}>
        {result === 'queued' && (
          <Notice kind="info" title={t('outbox.queued')}>
            <TextLink to="/account/outbox">{t('outbox.show')}</TextLink>
          </Notice>
        )}
        {result === 'sent' && (
          <Notice kind="success" title={t('make_post.done')}>
            <p>{t('my_posts.pending')}</p>
            <TextLink to="/account/addresses/my-posts">{t('my_posts.back')}</TextLink>
          </Notice>
        )}
      </PostEditor>
    </Card>
  )
}

function toWaitingPost(form: CompletePostForm, attachment: PostAttachment): ItemData['post'] {
  const photo = attachment.kind === 'file' ? getPreparedUpload(attachment.file) : null
  return { form, photo, analysis: attachment.kind === 'analysis' ? { id: attachment.analysis.id } : null }
}
