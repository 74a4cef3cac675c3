import type { Post } from '@kutu/contract/community/community'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'wouter'
import { useUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { isNotFound, Loaded } from '../../../ui/feedback/Loaded.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { showSuccess } from '../../../ui/feedback/toasts.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { BackLink, PostNotFound } from '../post/PostNotFound.tsx'
import { myPostsPath, ownPostPath } from '../shared/paths.ts'
import { postQuery, useEditPost } from '../shared/queries.ts'
import { PostEditor } from './PostEditor.tsx'
import { toPostForm } from './post-form.ts'
import { usePostForm } from './use-post-form.ts'

/** Edits one of the farmer's own posts while it is still pending. */
export function EditPost() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const query = useQuery(postQuery(id))
  const userId = useUser()?.id
  if (isNotFound(query.error) || (query.data && query.data.farmer.id !== userId)) return <PostNotFound />
  return (
    <>
      <BackLink to={myPostsPath} />
      <PageTitle title={t('my_posts.edit_title')} />
      <Loaded query={query} skeleton={<Skeleton className="h-160 w-full rounded-lg" />}>
        {post => (post.status === 'pending' ? <EditForm post={post} /> : <AlreadyDecidedNotice id={id} />)}
      </Loaded>
    </>
  )
}

function EditForm({ post }: { post: Post }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const editPost = useEditPost()
  const initial = {
    form: toPostForm(post),
    attachment: post.image === null ? { kind: 'none' as const } : { kind: 'uploaded' as const, image: post.image },
  }
  const postForm = usePostForm(initial, async body => {
    await editPost.mutateAsync({ id: post.id, body })
    showSuccess(t('my_posts.saved'))
    navigate(myPostsPath)
  })
  return (
    <Card className="max-w-2xl">
      <PostEditor postForm={postForm} submitLabel={t('action.save')} />
    </Card>
  )
}

function AlreadyDecidedNotice({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <Notice kind="warning">
      <p>{t('my_posts.decided')}</p>
      <LinkButton to={ownPostPath(id)} variant="secondary" className="mt-2">
        {t('my_posts.show')}
      </LinkButton>
    </Notice>
  )
}
