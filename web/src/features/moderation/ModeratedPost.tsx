import type { Post } from '@kutu/contract/community'
import { MessageSquareText } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { secondsSince, useDuration } from '../../posts/duration.ts'
import { PostHead } from '../../posts/PostCard.tsx'
import { PostFacts } from '../../posts/PostFacts.tsx'
import { PostPhoto } from '../../posts/PostPhoto.tsx'
import { useText } from '../../text/use-text.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { join } from '../../ui/join.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { CorrectFinding } from './CorrectFinding.tsx'
import { FlagReason } from './FlagReason.tsx'
import { PostMoves } from './PostMoves.tsx'
import { commentsPath } from './paths.ts'
import { ReadableContent } from './ReadableContent.tsx'
import { canMove, type Moderation } from './use-moderation.ts'

/** A post as a moderator sees it. It takes the focus as a whole, for the board's keys. */
export function ModeratedPost({
  post,
  moderation,
  isQueue,
  isChosen,
  onChoose,
  onFlag,
}: {
  post: Post
  moderation: Moderation
  isQueue: boolean
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  onFlag: () => void
}) {
  const { t } = useText()
  const titleId = useId()
  const approving = moderation.approvingOf(post)
  return (
    <article
      // biome-ignore lint/a11y/noNoninteractiveTabindex: as in a feed, the post takes the focus so that keys can move it
      tabIndex={0}
      data-post={post.id}
      aria-labelledby={titleId}
      className={join(
        'flex h-full scroll-mt-20 scroll-mb-44 flex-col gap-4 rounded-lg border p-4 sm:p-6 md:scroll-mb-28',
        isChosen || approving ? 'border-leaf bg-leaf-tint' : 'border-line bg-white',
      )}
    >
      <PostHead post={post} />
      <div
        className={join(
          'flex flex-col gap-4',
          post.image !== null && (isQueue ? 'sm:grid sm:grid-cols-[1fr_12rem]' : 'sm:grid sm:grid-cols-[1fr_8rem]'),
        )}
      >
        <div className="flex max-w-prose min-w-0 flex-col gap-2">
          <h2 id={titleId} dir="auto" className="-my-2 text-lg leading-snug">
            <Link
              to={commentsPath(post)}
              className="inline-block min-h-12 rounded-md py-2 text-start wrap-anywhere hover:underline"
            >
              {post.title}
            </Link>
          </h2>
          <ReadableContent>{post.content}</ReadableContent>
        </div>
        {post.image && <PostPhoto image={post.image} title={post.title} shape="beside" />}
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <PostFacts post={post} />
        {isQueue && post.status === 'pending' && <Waiting since={post.created_at} />}
      </div>
      <CorrectFinding post={post} />
      <FlagReason reason={post.flag_reason} />
      <div className="mt-auto flex flex-wrap items-center gap-2 border-t border-line pt-4">
        <PostMoves {...{ post, moderation, onFlag }} />
        {post.status === 'approved' && <CommentsIcon post={post} />}
        {canMove(post, 'approve') && !approving && (
          <div className="ml-auto">
            <Checkbox
              label={t('moderation.choose')}
              name={t('moderation.choose_of', { title: post.title })}
              isChecked={isChosen}
              onCheck={onChoose}
            />
          </div>
        )}
      </div>
    </article>
  )
}

/** The queue is sorted by it. */
function Waiting({ since }: { since: string }) {
  const { t } = useText()
  const tell = useDuration()
  return (
    <dl>
      <dt className="text-sm text-muted">{t('moderation.waiting_since')}</dt>
      <dd className="font-bold">{tell(secondsSince(since, Date.now()))}</dd>
    </dl>
  )
}

function CommentsIcon({ post }: { post: Post }) {
  const { t, number } = useText()
  const count = post.farmer_comment_count + post.expert_comment_count
  return (
    <LinkButton
      to={commentsPath(post)}
      variant="secondary"
      aria-label={t('moderation.comments_of', { count, title: post.title })}
      icon={<MessageSquareText aria-hidden="true" className="size-6" />}
    >
      {number(count)}
    </LinkButton>
  )
}
