import type { Post } from '@kutu/contract/community'
import { type ReactNode, useState } from 'react'
import { PostHead } from '../../posts/PostCard.tsx'
import { PostFacts } from '../../posts/PostFacts.tsx'
import { PostPhoto } from '../../posts/PostPhoto.tsx'
import { PostText } from '../../posts/PostText.tsx'
import { useText } from '../../text/use-text.ts'
import { Card } from '../../ui/Card.tsx'
import { FlagDialog } from './FlagDialog.tsx'
import { FlagReason } from './FlagReason.tsx'
import { PostMoves } from './PostMoves.tsx'
import { useModeration } from './use-moderation.ts'

/** The whole post, with its moves for who may make them. */
export function PostDetails({ post, mayModerate }: { post: Post; mayModerate: boolean }) {
  const { t } = useText()
  return (
    <Card
      title={t('moderation.details')}
      className="min-w-0 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto"
    >
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
      {post.image && <PostPhoto image={post.image} title={post.title} whole />}
      <PostFacts post={post} />
      <FlagReason reason={post.flag_reason} />
      {mayModerate && post.status !== 'approved' && <Moves post={post} />}
    </Card>
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
      <FlagDialog
        title={t('moderation.flag_title', { title: post.title })}
        isOpen={isFlagging}
        onClose={() => setFlagging(false)}
        onFlag={reason => {
          void moderation.flag(post, reason)
          setFlagging(false)
        }}
      />
    </div>
  )
}
