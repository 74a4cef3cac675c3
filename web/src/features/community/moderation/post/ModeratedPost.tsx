import type { Post } from '@kutu/contract/community/community'
import { clsx } from 'clsx'
import { MessageSquareText } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { getServerTime } from '../../../../api/session/server-clock.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { LinkButton } from '../../../../ui/button/LinkButton.tsx'
import { Checkbox } from '../../../../ui/form/Checkbox.tsx'
import { UserText } from '../../../../ui/UserText.tsx'
import { PostHeader } from '../../shared/PostCard.tsx'
import { PostFacts } from '../../shared/PostFacts.tsx'
import { PostPhoto } from '../../shared/PostPhoto.tsx'
import { secondsSince, useFormatDuration } from '../../shared/use-format-duration.ts'
import { postCommentsPath } from '../shared/paths.ts'
import { CorrectAnalysis } from './CorrectAnalysis.tsx'
import { FlagReason } from './FlagReason.tsx'
import { PostActions } from './PostActions.tsx'
import { isActionAllowed, type Moderation } from './use-moderation.ts'

/** A post with everything that an expert can do with it. */
export function ModeratedPost({
  post,
  moderation,
  isSelected = false,
  onSelect,
}: {
  post: Post
  moderation: Moderation
  isSelected?: boolean
  /** Without it the post cannot be selected. */
  onSelect?: (isSelected: boolean) => void
}) {
  const { t } = useTranslation()
  const titleId = useId()
  return (
    <article
      aria-labelledby={titleId}
      className={clsx(
        'flex h-full scroll-mt-20 scroll-mb-44 flex-col gap-4 rounded-lg border p-4 sm:p-6 md:scroll-mb-28',
        isSelected ? 'border-leaf bg-leaf-tint' : 'border-line bg-white',
      )}
    >
      <PostHeader post={post} />
      <div className={clsx('flex flex-col gap-4', post.image !== null && 'sm:grid sm:grid-cols-[1fr_10rem]')}>
        <div className="flex max-w-prose min-w-0 flex-col gap-2">
          <h2 id={titleId} dir="auto" className="-my-2 text-lg leading-snug">
            <Link
              to={postCommentsPath(post)}
              className="inline-block min-h-12 rounded-md py-2 text-start wrap-anywhere hover:underline"
            >
              {post.title}
            </Link>
          </h2>
          <ExpandableText>{post.content}</ExpandableText>
        </div>
        {post.image && <PostPhoto image={post.image} title={post.title} layout="beside" />}
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <PostFacts post={post} />
        {post.status === 'pending' && <WaitingTime since={post.created_at} />}
      </div>
      {post.status !== 'approved' && <CorrectAnalysis post={post} />}
      <FlagReason reason={post.flag_reason} />
      <PostActions {...{ post, moderation }} hasReplies className="mt-auto">
        {post.status === 'approved' && <CommentsLink post={post} />}
        {onSelect && isActionAllowed(post, 'approve') && (
          <div className="ml-auto">
            <Checkbox
              label={t('table.select')}
              accessibleName={t('moderation.choose_of', { title: post.title })}
              isChecked={isSelected}
              onCheckedChange={onSelect}
            />
          </div>
        )}
      </PostActions>
    </article>
  )
}

/** How long the farmer has waited. */
function WaitingTime({ since }: { since: string }) {
  const { t } = useTranslation()
  const formatDuration = useFormatDuration()
  return (
    <dl>
      <dt className="text-sm text-muted">{t('moderation.waiting_since')}</dt>
      <dd className="font-bold">{formatDuration(secondsSince(since, getServerTime().getTime()))}</dd>
    </dl>
  )
}

function CommentsLink({ post }: { post: Post }) {
  const { t, number } = useTranslation()
  const count = post.farmer_comment_count + post.expert_comment_count
  return (
    <LinkButton
      to={postCommentsPath(post)}
      variant="secondary"
      aria-label={t('moderation.comments_of', { count, title: post.title })}
      icon={MessageSquareText}
      iconClass="size-6"
    >
      {number(count)}
    </LinkButton>
  )
}

const maxVisibleCharacters = 240
const maxVisibleLines = 4

/** Shows four lines of a post and expands on request: a moderator has to read all of it. */
function ExpandableText({ children }: { children: string }) {
  const { t } = useTranslation()
  const [isExpanded, setExpanded] = useState(false)
  const isLong = children.length > maxVisibleCharacters || children.split('\n').length > maxVisibleLines
  return (
    <>
      <UserText className={clsx(isLong && !isExpanded && 'line-clamp-4')}>{children}</UserText>
      {isLong && (
        <button
          type="button"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
          className="min-h-12 self-start rounded-md font-bold text-leaf-ink underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          {t(isExpanded ? 'moderation.read_less' : 'moderation.read_all')}
        </button>
      )}
    </>
  )
}
