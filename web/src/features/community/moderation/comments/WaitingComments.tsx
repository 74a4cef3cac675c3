import type { WaitingResponse } from '@kutu/contract/community/community'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { TextLink } from '../../../../ui/button/TextLink.tsx'
import { Loaded } from '../../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../../ui/feedback/Skeleton.tsx'
import { postCommentsPath } from '../shared/paths.ts'
import { waitingResponsesQuery } from '../shared/queries.ts'
import { ResponseThread } from './ResponseThread.tsx'

const maxShownToday = 3

/** The comments that have waited longest. The next one follows each decision. */
export function TodayComments() {
  return (
    <Loaded query={useQuery(waitingResponsesQuery(1))} skeleton={<SkeletonList className="h-40 w-full" />}>
      {({ results }) => <WaitingComments comments={results.slice(0, maxShownToday)} />}
    </Loaded>
  )
}

/** Comments that wait for a decision, each with its post and actions. */
export function WaitingComments({ comments }: { comments: readonly WaitingResponse[] }) {
  const { t } = useTranslation()
  return (
    <ul className="grid gap-4 lg:grid-cols-2">
      {comments.map(comment => {
        // The queue holds only comments on approved posts.
        const post = { id: comment.post_id, status: 'approved' } as const
        return (
          <li key={comment.id} className="flex min-w-0 flex-col">
            <TextLink to={postCommentsPath(post)} className="self-start">
              <span dir="auto" className="line-clamp-1 wrap-anywhere">
                {t('moderation.comment_on', { title: comment.post_title })}
              </span>
            </TextLink>
            <ResponseThread post={post} thread={{ response: comment, replies: [] }} />
          </li>
        )
      })}
    </ul>
  )
}
