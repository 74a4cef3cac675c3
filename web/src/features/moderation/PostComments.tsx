import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useParams } from 'react-router'
import { ApiError } from '../../api/errors.ts'
import { useUser } from '../../api/session.ts'
import { CommentTabs } from '../../posts/CommentTabs.tsx'
import { useText } from '../../text/use-text.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import { PostDetails } from './PostDetails.tsx'
import { allPostsPath } from './paths.ts'
import { postQuery } from './queries.ts'
import { Responses } from './Responses.tsx'

/** One post at left, what was answered to it at right. */
export function PostComments() {
  const { t } = useText()
  const { id = '' } = useParams()
  const mayModerate = useUser()?.is_approved === true
  const { data: post, error, isFetching, refetch } = useQuery(postQuery(id))
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400)
  return (
    <>
      <TextLink to={allPostsPath} className="gap-2 self-start">
        <ArrowLeft aria-hidden="true" className="size-5" />
        {t('moderation.back')}
      </TextLink>
      <PageTitle title={t('moderation.post_comments')} />
      {isGone && (
        <EmptyState
          title={t('post.gone.title')}
          action={<LinkButton to={allPostsPath}>{t('moderation.back')}</LinkButton>}
        >
          {t('moderation.gone_hint')}
        </EmptyState>
      )}
      {!post && error && !isGone && <LoadFailed error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {!post && !error && <TwoPanelsWaiting />}
      {post && !isGone && (
        <div className="grid items-start gap-6 lg:grid-cols-[2fr_3fr]">
          <PostDetails post={post} mayModerate={mayModerate} />
          {mayModerate ? (
            <Responses post={post} />
          ) : (
            <div className="flex min-w-0 flex-col gap-4">
              <Notice kind="warning" title={t('moderation.waiting.title')}>
                {t('moderation.waiting.comments')}
              </Notice>
              {post.status === 'approved' && <AnswerForm post={post} isWaiting />}
              <CommentTabs post={post} own={post.my_responses} />
            </div>
          )}
        </div>
      )}
    </>
  )
}

function TwoPanelsWaiting() {
  const { t } = useText()
  return (
    <div role="status" className="grid gap-6 lg:grid-cols-[2fr_3fr]">
      <span className="sr-only">{t('state.waiting')}</span>
      <Skeleton className="h-96 w-full rounded-lg" />
      <Skeleton className="h-64 w-full rounded-lg" />
    </div>
  )
}
