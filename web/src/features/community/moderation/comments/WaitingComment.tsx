import type { WaitingResponse } from '@kutu/contract/community/community'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { TextLink } from '../../../../ui/button/TextLink.tsx'
import { postCommentsPath } from '../shared/paths.ts'
import { ResponseThread } from './ResponseThread.tsx'

/** A comment that waits for a decision, with a link to its post. */
export function WaitingComment({ comment }: { comment: WaitingResponse }) {
  const { t } = useTranslation()
  // The queue holds only comments on approved posts.
  const post = { id: comment.post_id, status: 'approved' } as const
  return (
    <div className="flex min-w-0 flex-col">
      <TextLink to={postCommentsPath(post)} className="self-start">
        <span dir="auto" className="line-clamp-1 wrap-anywhere">
          {t('moderation.comment_on', { title: comment.post_title })}
        </span>
      </TextLink>
      <ResponseThread post={post} thread={{ response: comment, replies: [] }} />
    </div>
  )
}
