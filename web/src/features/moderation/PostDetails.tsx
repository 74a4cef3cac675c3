import type { Post } from '@kutu/contract/community'
import { type ReactNode, useId, useState } from 'react'
import { PostHead } from '../../posts/PostCard.tsx'
import { PostFacts } from '../../posts/PostFacts.tsx'
import { PostPhoto } from '../../posts/PostPhoto.tsx'
import { PostText } from '../../posts/PostText.tsx'
import { ReasonDialog } from '../../posts/ReasonDialog.tsx'
import { useText } from '../../text/use-text.ts'
import { CorrectFinding } from './CorrectFinding.tsx'
import { FlagReason } from './FlagReason.tsx'
import { PostMoves } from './PostMoves.tsx'
import { useModeration } from './use-moderation.ts'

/** The whole post, with its moves for who may make them. */
export function PostDetails({ post, mayModerate }: { post: Post; mayModerate: boolean }) {
  const { t } = useText()
  const titleId = useId()
  return (
    // It stays beside a long list, and scrolls by itself where it is taller than the window.
    <section
      aria-labelledby={titleId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="flex min-w-0 flex-col gap-4 rounded-lg border border-line bg-white p-4 sm:p-6 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto"
    >
      <h2 id={titleId} className="text-lg">
        {t('moderation.details')}
      </h2>
      <PostHead post={post} />
      <dl className="flex flex-col gap-4">
        <Part name={t('post.title')}>
          <p dir="auto" className="text-start font-bold wrap-anywhere">
            {post.title}
          </p>
        </Part>
        <Part name={t('post.content')}>
          <PostText>{post.content}</PostText>
        </Part>
      </dl>
      <PostFacts post={post} />
      {mayModerate && <CorrectFinding post={post} />}
      <FlagReason reason={post.flag_reason} />
      {mayModerate && post.status !== 'approved' && <Moves post={post} />}
      {post.image && <PostPhoto image={post.image} title={post.title} shape="whole" />}
    </section>
  )
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Moves({ post }: { post: Post }) {
  const { t } = useText()
  const moderation = useModeration()
  const [isFlagging, setFlagging] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line pt-4">
      <PostMoves {...{ post, moderation }} onFlag={() => setFlagging(true)} />
      <ReasonDialog
        confirm={t('moderation.flag')}
        lead={t('moderation.flag_lead')}
        title={t('moderation.flag_title', { title: post.title })}
        isOpen={isFlagging}
        onClose={() => setFlagging(false)}
        onReason={reason => {
          void moderation.flag(post, reason)
          setFlagging(false)
        }}
      />
    </div>
  )
}
