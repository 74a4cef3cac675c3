import type { PostStatus } from '@kutu/contract/moderation'
import { useText } from '../text/use-text.ts'
import { Badge, type Tone } from '../ui/Badge.tsx'

const tones = {
  pending: 'amber',
  approved: 'leaf',
  flagged: 'rust',
  hidden: 'rust',
  withdrawn: 'plain',
} as const satisfies Record<PostStatus, Tone>

/** The state of a post in a word. */
export function PostBadge({ status }: { status: PostStatus }) {
  const { t } = useText()
  return <Badge tone={tones[status]}>{t(`post.state.${status}`)}</Badge>
}
