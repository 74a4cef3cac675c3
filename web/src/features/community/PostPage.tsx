import type { PostInFull } from '@kutu/contract/community'
import { useQuery } from '@tanstack/react-query'
import { MessageSquarePlus } from 'lucide-react'
import { useId, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { useUser } from '../../api/session.ts'
import { CommentTabs } from '../../posts/CommentTabs.tsx'
import { PostHead, postTitleId } from '../../posts/PostCard.tsx'
import { PostFacts } from '../../posts/PostFacts.tsx'
import { PostPhoto } from '../../posts/PostPhoto.tsx'
import { PostText } from '../../posts/PostText.tsx'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { CommentDialog } from './CommentDialog.tsx'
import { OwnPostActions } from './OwnPostActions.tsx'
import { OwnPostState } from './OwnPostState.tsx'
import { BackLink, isPostGone, PostGone } from './PostGone.tsx'
import { boardPath, myPostsPath, ownPostPath, postPath } from './paths.ts'
import { postQuery } from './queries.ts'

/** One post, whole, with every comment. An own one stands under My posts, wherever one came from; any other under the board. */
export function PostPage() {
  const { id = '' } = useParams()
  const { pathname } = useLocation()
  const { data, error, isFetching, refetch } = useQuery(postQuery(id))
  const isOwn = useUser()?.id === data?.farmer.id
  if (isPostGone(error)) return <PostGone />
  const place = isOwn ? ownPostPath(id) : postPath(id)
  if (data && pathname !== place) return <Navigate to={place} replace />
  return (
    <>
      <BackLink to={isOwn ? myPostsPath : boardPath} />
      {data && <WholePost post={data} isOwn={isOwn} />}
      {!data && error && <LoadFailed error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && <PostWaiting />}
    </>
  )
}

function WholePost({ post, isOwn }: { post: PostInFull; isOwn: boolean }) {
  const navigate = useNavigate()
  return (
    <>
      <article
        aria-labelledby={postTitleId(post.id)}
        className="flex flex-col gap-4 rounded-lg border border-line bg-white p-4 sm:p-6"
      >
        <title>{`${post.title} · Kutu`}</title>
        <PostHead post={post} />
        <h1 id={postTitleId(post.id)} dir="auto" className="text-start text-xl wrap-anywhere">
          {post.title}
        </h1>
        {post.image && <PostPhoto shape="whole" image={post.image} title={post.title} />}
        <PostText>{post.content}</PostText>
        <PostFacts post={post} />
        {isOwn && <OwnPostState post={post} />}
        {isOwn && (
          <div className="flex flex-wrap gap-2 border-t border-line pt-4">
            <OwnPostActions post={post} onWithdrawn={() => void navigate(myPostsPath, { replace: true })} />
          </div>
        )}
      </article>
      {post.is_approved && <Comments post={post} />}
    </>
  )
}

function Comments({ post }: { post: PostInFull }) {
  const { t } = useText()
  const titleId = useId()
  const [isWriting, setWriting] = useState(false)
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={titleId} className="text-xl">
          {t('comments.title')}
        </h2>
        <Button
          icon={<MessageSquarePlus aria-hidden="true" className="size-5 shrink-0" />}
          onClick={() => setWriting(true)}
        >
          {t('comments.write')}
        </Button>
      </div>
      <CommentTabs post={post} own={post.my_responses} />
      <CommentDialog post={isWriting ? post : undefined} onClose={() => setWriting(false)} />
    </section>
  )
}

function PostWaiting() {
  const { t } = useText()
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">{t('state.waiting')}</span>
      <Skeleton className="h-96 w-full rounded-lg" />
      <Skeleton className="h-40 w-full rounded-lg" />
    </div>
  )
}
