import type { Post } from '@kutu/contract/community'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { useUser } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { Card } from '../../ui/Card.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { showSuccess } from '../../ui/toasts.ts'
import { PostEditor } from './PostEditor.tsx'
import { BackLink, isPostGone, PostGone } from './PostGone.tsx'
import { myPostsPath, ownPostPath } from './paths.ts'
import { formOf } from './post-form.ts'
import { postQuery, useEditPost } from './queries.ts'
import { usePostForm } from './use-post-form.ts'

/** Changes an own post for as long as no expert has decided about it. */
export function EditPost() {
  const { t } = useText()
  const { id = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery(postQuery(id))
  const userId = useUser()?.id
  if (isPostGone(error) || (data && data.farmer.id !== userId)) return <PostGone />
  return (
    <>
      <BackLink to={myPostsPath} />
      <PageTitle title={t('my_posts.edit_title')} />
      {data && (data.status === 'pending' ? <EditForm post={data} /> : <Decided id={id} />)}
      {!data && error && <LoadFailed error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-160 w-full rounded-lg" />}
    </>
  )
}

function EditForm({ post }: { post: Post }) {
  const { t } = useText()
  const navigate = useNavigate()
  const edit = useEditPost()
  const begin = {
    form: formOf(post),
    photo: post.image === null ? { kind: 'none' as const } : { kind: 'kept' as const, image: post.image },
  }
  const form = usePostForm(begin, async body => {
    await edit.mutateAsync({ id: post.id, body })
    showSuccess(t('notice.success'), t('my_posts.saved'))
    await navigate(myPostsPath)
  })
  return (
    <Card className="max-w-2xl">
      <PostEditor post={form} submitText={t('my_posts.save')} />
    </Card>
  )
}

function Decided({ id }: { id: string }) {
  const { t } = useText()
  return (
    <Notice kind="warning">
      <p>{t('my_posts.decided')}</p>
      <LinkButton to={ownPostPath(id)} variant="secondary" className="mt-2">
        {t('my_posts.show')}
      </LinkButton>
    </Notice>
  )
}
