import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useParams } from 'wouter'
import { useUser } from '../../../../api/session/session.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { LinkButton } from '../../../../ui/button/LinkButton.tsx'
import { TextLink } from '../../../../ui/button/TextLink.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../../ui/feedback/Loaded.tsx'
import { Notice } from '../../../../ui/feedback/Notice.tsx'
import { SkeletonList } from '../../../../ui/feedback/Skeleton.tsx'
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
  const query = useQuery(moderatedPostQuery(id))
  const notFound = (
    <EmptyState title={t('post.gone.title')} action={<LinkButton to={allPostsPath}>{t('board.back')}</LinkButton>}>
      {t('moderation.gone_hint')}
    </EmptyState>
  )
  return (
    <>
      <TextLink to={allPostsPath} className="gap-2 self-start">
        <ArrowLeft aria-hidden="true" className="size-5" />
        {t('board.back')}
      </TextLink>
      <PageTitle title={t('moderation.post_comments')} />
      <Loaded query={query} skeleton={<SkeletonList count={2} className="h-80 w-full" />} notFound={notFound}>
        {post => (
          <div className="grid items-start gap-6 lg:grid-cols-[2fr_3fr]">
            <PostDetailsPanel post={post} canModerate={canModerate} />
            {canModerate ? (
              <Responses post={post} />
            ) : (
              <div className="flex min-w-0 flex-col gap-4">
                <Notice kind="warning" title={t('approval.waiting')}>
                  {t('moderation.waiting.comments')}
                </Notice>
                {post.status === 'approved' && <AnswerForm post={post} needsApproval />}
                <CommentTabs post={post} ownResponses={post.my_responses} />
              </div>
            )}
          </div>
        )}
      </Loaded>
    </>
  )
}
