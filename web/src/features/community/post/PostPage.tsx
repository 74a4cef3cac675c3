import type { PostDetails } from '@kutu/contract/community/community'
import { useQuery } from '@tanstack/react-query'
import { MessageSquarePlus } from 'lucide-react'
import { useId, useState } from 'react'
import { Redirect, useLocation, useParams } from 'wouter'
import { useUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { isNotFound, Loaded } from '../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { UserText } from '../../../ui/UserText.tsx'
import { OwnPostActions } from '../my-posts/OwnPostActions.tsx'
import { OwnPostStatus } from '../my-posts/OwnPostStatus.tsx'
import { CommentTabs } from '../shared/CommentTabs.tsx'
import { PostHeader, postTitleId } from '../shared/PostCard.tsx'
import { PostFacts } from '../shared/PostFacts.tsx'
import { PostPhoto } from '../shared/PostPhoto.tsx'
import { boardPath, myPostsPath, ownPostPath, postPath } from '../shared/paths.ts'
import { postQuery } from '../shared/queries.ts'
import { BackLink, PostNotFound } from './PostNotFound.tsx'
import { WriteCommentDialog } from './WriteCommentDialog.tsx'

/** One post with all its comments. An own post lives under My posts, any other under the board; other URLs redirect. */
export function PostPage() {
  const { id = '' } = useParams()
  const [pathname] = useLocation()
  const query = useQuery(postQuery(id))
  const isOwn = useUser()?.id === query.data?.farmer.id
  if (isNotFound(query.error)) return <PostNotFound />
  const canonicalPath = isOwn ? ownPostPath(id) : postPath(id)
  if (query.data && pathname !== canonicalPath) return <Redirect to={canonicalPath} replace />
  return (
    <>
      <BackLink to={isOwn ? myPostsPath : boardPath} />
      <Loaded query={query} skeleton={<SkeletonList count={2} className="h-72 w-full" />}>
        {post => <FullPost post={post} isOwn={isOwn} />}
      </Loaded>
    </>
  )
}

function FullPost({ post, isOwn }: { post: PostDetails; isOwn: boolean }) {
  const [, navigate] = useLocation()
  return (
    <>
      <article
        aria-labelledby={postTitleId(post.id)}
        className="flex flex-col gap-4 rounded-lg border border-line bg-white p-4 sm:p-6"
      >
        <title>{`${post.title} · Kutu`}</title>
        <PostHeader post={post} />
        <h1 id={postTitleId(post.id)} dir="auto" className="text-start text-xl wrap-anywhere">
          {post.title}
        </h1>
        {post.image && <PostPhoto layout="whole" image={post.image} title={post.title} />}
        <UserText>{post.content}</UserText>
        <PostFacts post={post} />
        {isOwn && <OwnPostStatus post={post} />}
        {isOwn && (
          <div className="flex flex-wrap gap-2 border-t border-line pt-4">
            <OwnPostActions post={post} onWithdrawn={() => navigate(myPostsPath, { replace: true })} />
          </div>
        )}
      </article>
      {post.is_approved && <CommentsSection post={post} />}
    </>
  )
}

function CommentsSection({ post }: { post: PostDetails }) {
  const { t } = useTranslation()
  const titleId = useId()
  const [isWriting, setWriting] = useState(false)
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={titleId} className="text-xl">
          {t('comments.title')}
        </h2>
        <Button icon={MessageSquarePlus} onClick={() => setWriting(true)}>
          {t('comments.write')}
        </Button>
      </div>
      <CommentTabs post={post} ownResponses={post.my_responses} />
      <WriteCommentDialog post={isWriting ? post : undefined} onClose={() => setWriting(false)} />
    </section>
  )
}
