import type { Post } from '@kutu/contract/community/community'
import type { PostStatus } from '@kutu/contract/community/moderation'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Badge, type Tone } from '../../../ui/feedback/Badge.tsx'
import { UserText } from '../../../ui/UserText.tsx'
import { AuthorByline } from './AuthorByline.tsx'
import { PostFacts } from './PostFacts.tsx'
import { PostPhoto } from './PostPhoto.tsx'

/** Returns the id of a card's title, which labels the card and describes its buttons. */
export const postTitleId = (id: string): string => `post-${id}`

/** A post in a list. The text is cut at four lines, and the title links to the full post. */
export function PostCard({
  post,
  to,
  note,
  children,
}: {
  post: Post
  /** Path of the full post. */
  to: string
  /** Explanation of the post's status. */
  note?: ReactNode
  /** Action buttons. */
  children?: ReactNode
}) {
  const titleId = postTitleId(post.id)
  return (
    <article
      aria-labelledby={titleId}
      className="flex h-full flex-col gap-3 rounded-lg border border-line bg-white p-4 sm:gap-4 sm:p-6"
    >
      <PostHeader post={post} />
      <div className="flex items-start gap-3 sm:gap-6">
        {post.image && <PostPhoto image={post.image} title={post.title} />}
        <div className="min-w-0 grow">
          <h3 id={titleId} dir="auto" className="-mt-2.5 text-lg leading-snug">
            <Link to={to} className="inline-block rounded-md py-2.5 text-start wrap-anywhere hover:underline">
              {post.title}
            </Link>
          </h3>
          <UserText className="line-clamp-4">{post.content}</UserText>
        </div>
      </div>
      <PostFacts post={post} />
      {note}
      {children && <div className="mt-auto flex flex-wrap gap-2 border-t border-line pt-3">{children}</div>}
    </article>
  )
}

/** Author, date and status of a post. */
export function PostHeader({ post }: { post: Post }) {
  const { t, dateTime } = useTranslation()
  const { farmer, created_at: created, edited_at: edited, status } = post
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <AuthorByline
        author={farmer}
        date={created}
        note={edited !== null && t('post.edited', { when: dateTime(edited) })}
      />
      <PostStatusBadge status={status} />
    </header>
  )
}

const tones = {
  pending: 'amber',
  approved: 'leaf',
  flagged: 'rust',
  hidden: 'rust',
  withdrawn: 'plain',
} as const satisfies Record<PostStatus, Tone>

/** Badge with the status of a post. */
function PostStatusBadge({ status }: { status: PostStatus }) {
  const { t } = useTranslation()
  return <Badge tone={tones[status]}>{t(`post.state.${status}`)}</Badge>
}
