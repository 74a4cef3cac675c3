import type { PostStatus } from '@kutu/contract/community/moderation'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Badge, type Tone } from '../../../ui/feedback/Badge.tsx'

const tones = {
  pending: 'amber',
  approved: 'leaf',
  flagged: 'rust',
  hidden: 'rust',
  withdrawn: 'plain',
} as const satisfies Record<PostStatus, Tone>

/** Badge with the status of a post. */
export function PostStatusBadge({ status }: { status: PostStatus }) {
  const { t } = useTranslation()
  return <Badge tone={tones[status]}>{t(`post.state.${status}`)}</Badge>
}
