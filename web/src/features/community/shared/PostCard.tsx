import type { Post } from '@kutu/contract/community/community'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { UserText } from '../../../ui/UserText.tsx'
import { AuthorByline } from './AuthorByline.tsx'
import { PostFacts } from './PostFacts.tsx'
import { PostPhoto } from './PostPhoto.tsx'
import { PostStatusBadge } from './PostStatusBadge.tsx'

/** The id of a card's title: what says of a button on the card which post it is about. */
export const postTitleId = (id: string): string => `post-${id}`

/** A post in a list: its content cut at four lines, its title the way to the whole. */
export function PostCard({
  post,
  to,
  note,
  children,
}: {
  post: Post
  /** Where the whole post is. */
  to: string
  /** What is to be said of its state. */
  note?: ReactNode
  /** What can be done with it. */
  children?: ReactNode
}) {
  const titleId = postTitleId(post.id)
  return (
    <article
      aria-labelledby={titleId}
      className="flex h-full flex-col gap-4 rounded-lg border border-line bg-white p-4 sm:p-6"
    >
      <PostHeader post={post} />
      <h3 id={titleId} dir="auto" className="-my-2 text-lg leading-snug">
        <Link to={to} className="-my-0.5 inline-block rounded-md py-2.5 text-start wrap-anywhere hover:underline">
          {post.title}
        </Link>
      </h3>
      {post.image && <PostPhoto image={post.image} title={post.title} />}
      <UserText className="line-clamp-4">{post.content}</UserText>
      <PostFacts post={post} />
      {note}
      {children && <div className="mt-auto flex flex-wrap gap-2 border-t border-line pt-4">{children}</div>}
    </article>
  )
}

/** Who asked and when, beside the state. */
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
