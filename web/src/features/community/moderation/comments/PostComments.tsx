import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useParams } from 'react-router'
import { ApiError } from '../../../../api/errors.ts'
import { useUser } from '../../../../api/session/session.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { LinkButton } from '../../../../ui/button/LinkButton.tsx'
import { TextLink } from '../../../../ui/button/TextLink.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../../../ui/feedback/LoadError.tsx'
import { Notice } from '../../../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { PageTitle } from '../../../../ui/layout/PageTitle.tsx'
import { CommentTabs } from '../../shared/CommentTabs.tsx'
import { allPostsPath } from '../shared/paths.ts'
import { moderatedPostQuery } from '../shared/queries.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { PostDetailsPanel } from './PostDetailsPanel.tsx'
import { Responses } from './Responses.tsx'

/** Shows one post on the left and its comments on the right. */
export function PostComments() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const canModerate = useUser()?.is_approved === true
  const { data: post, error, isFetching, refetch } = useQuery(moderatedPostQuery(id))
  const isNotFound = error instanceof ApiError && (error.status === 404 || error.status === 400)
  return (
    <>
      <TextLink to={allPostsPath} className="gap-2 self-start">
        <ArrowLeft aria-hidden="true" className="size-5" />
        {t('moderation.back')}
      </TextLink>
      <PageTitle title={t('moderation.post_comments')} />
      {isNotFound && (
        <EmptyState
          title={t('post.gone.title')}
          action={<LinkButton to={allPostsPath}>{t('moderation.back')}</LinkButton>}
        >
          {t('moderation.gone_hint')}
        </EmptyState>
      )}
      {!post && error && !isNotFound && <LoadError error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {!post && !error && <TwoPanelSkeleton />}
      {post && !isNotFound && (
        <div className="grid items-start gap-6 lg:grid-cols-[2fr_3fr]">
          <PostDetailsPanel post={post} canModerate={canModerate} />
          {canModerate ? (
            <Responses post={post} />
          ) : (
            <div className="flex min-w-0 flex-col gap-4">
              <Notice kind="warning" title={t('moderation.waiting.title')}>
                {t('moderation.waiting.comments')}
              </Notice>
              {post.status === 'approved' && <AnswerForm post={post} needsApproval />}
              <CommentTabs post={post} ownResponses={post.my_responses} />
            </div>
          )}
        </div>
      )}
    </>
  )
}

function TwoPanelSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" className="grid gap-6 lg:grid-cols-[2fr_3fr]">
      <span className="sr-only">{t('state.waiting')}</span>
      <Skeleton className="h-96 w-full rounded-lg" />
      <Skeleton className="h-64 w-full rounded-lg" />
    </div>
  )
}
