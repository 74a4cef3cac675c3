import type { Post } from '@kutu/contract/community/community'
import { useId } from 'react'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Detail } from '../../../../ui/layout/DetailList.tsx'
import { UserText } from '../../../../ui/UserText.tsx'
import { PostHeader } from '../../shared/PostCard.tsx'
import { PostFacts } from '../../shared/PostFacts.tsx'
import { PostPhoto } from '../../shared/PostPhoto.tsx'
import { CorrectAnalysis } from '../post/CorrectAnalysis.tsx'
import { FlagReason } from '../post/FlagReason.tsx'
import { PostActions } from '../post/PostActions.tsx'
import { useModeration } from '../post/use-moderation.ts'

/** The full post, with moderation actions for approved experts. */
export function PostDetailsPanel({ post, canModerate }: { post: Post; canModerate: boolean }) {
  const { t } = useTranslation()
  const titleId = useId()
  return (
    // Stays beside a long list, and scrolls on its own when it is taller than the window.
    <section
      aria-labelledby={titleId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      className="flex min-w-0 flex-col gap-4 rounded-lg border border-line bg-white p-4 sm:p-6 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto"
    >
      <h2 id={titleId} className="text-lg">
        {t('moderation.details')}
      </h2>
      <PostHeader post={post} />
      {post.image && <PostPhoto image={post.image} title={post.title} layout="whole" />}
      <dl className="flex flex-col gap-4">
        <Detail name={t('post.title')}>
          <p dir="auto" className="text-start font-bold wrap-anywhere">
            {post.title}
          </p>
        </Detail>
        <Detail name={t('post.content')}>
          <UserText>{post.content}</UserText>
        </Detail>
      </dl>
      <PostFacts post={post} />
      {canModerate && <CorrectAnalysis post={post} />}
      <FlagReason reason={post.flag_reason} />
      {canModerate && <PostDecision post={post} />}
    </section>
  )
}

function PostDecision({ post }: { post: Post }) {
  const moderation = useModeration()
  return post.status === 'approved' ? null : <PostActions {...{ post, moderation }} />
}
