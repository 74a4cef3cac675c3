import type { ExpertComment, FarmerComment, Post, PostResponse } from '@kutu/contract/community/community'
import { CornerDownRight, ThumbsUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { CommentItem } from './CommentItem.tsx'
import { EditedMark } from './EditedMark.tsx'

/**
 * The comments on a post in two tabs; the first one with comments is open. The reader's own unpublished comments come first.
 */
export function CommentTabs({ post, ownResponses = [] }: { post: Post; ownResponses?: readonly PostResponse[] }) {
  const { t, number } = useTranslation()
  const { farmer_comments: farmers, expert_comments: experts } = post
  const ownRoles = ownResponses.map(({ author }) => author.role)
  const hasFarmers = post.farmer_comment_count > 0 || ownRoles.includes('farmer')
  const hasExperts = post.expert_comment_count > 0 || ownRoles.includes('expert')
  const tabs = [
    {
      id: 'farmers',
      label: t('comments.farmers'),
      count: number(post.farmer_comment_count),
      content: (
        <CommentGrid
          ownResponses={ownResponses.filter(({ author }) => author.role === 'farmer')}
          emptyText={t('comments.no_farmers')}
          count={post.farmer_comment_count}
        >
          {farmers.map(comment => (
            <FarmerCommentItem key={comment.id} comment={comment} />
          ))}
        </CommentGrid>
      ),
    },
    {
      id: 'experts',
      label: t('comments.experts'),
      count: number(post.expert_comment_count),
      content: (
        <CommentGrid
          ownResponses={ownResponses.filter(({ author }) => author.role === 'expert')}
          emptyText={t('comments.no_experts')}
          count={post.expert_comment_count}
        >
          {experts.map(comment => (
            <ExpertCommentItem
              key={comment.id}
              comment={comment}
              quotedComment={farmers.find(({ id }) => id === comment.reply_to)}
            />
          ))}
        </CommentGrid>
      ),
    },
  ]
  return (
    <Tabs fill label={t('comments.title')} tabs={tabs} initialId={!hasFarmers && hasExperts ? 'experts' : 'farmers'} />
  )
}

function CommentGrid({
  ownResponses,
  emptyText,
  count,
  children,
}: {
  ownResponses: readonly PostResponse[]
  emptyText: string
  /** Total number of comments, of which `children` may be only the newest. */
  count: number
  children: readonly ReactNode[]
}) {
  const { t, number } = useTranslation()
  if (children.length === 0 && ownResponses.length === 0)
    return <p className="py-6 text-center text-muted">{emptyText}</p>
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        {ownResponses.map(response => (
          <OwnCommentItem key={response.id} response={response} />
        ))}
        {children}
      </div>
      {count > children.length && (
        <p className="text-sm text-muted">
          {t('comments.newest', { shown: number(children.length), count: number(count) })}
        </p>
      )}
    </div>
  )
}

function FarmerCommentItem({ comment }: { comment: FarmerComment }) {
  const { t } = useTranslation()
  const { content, created_at, farmer: author } = comment
  return (
    <CommentItem
      comment={{ content, created_at, author, isExpert: false }}
      state={comment.is_endorsed && <EndorsedMark>{t('comments.endorsed')}</EndorsedMark>}
    />
  )
}

function EndorsedMark({ children }: { children: string }) {
  return (
    <span className="flex items-center gap-2 text-sm font-bold text-leaf-ink">
      <ThumbsUp aria-hidden="true" className="size-4 shrink-0" />
      {children}
    </span>
  )
}

function ExpertCommentItem({
  comment,
  quotedComment,
}: {
  comment: ExpertComment
  quotedComment: FarmerComment | undefined
}) {
  const { t } = useTranslation()
  const { content, created_at, expert: author } = comment
  return (
    <CommentItem
      comment={{ content, created_at, author, isExpert: true }}
      state={
        (comment.is_endorsed || comment.edited_at) && (
          <>
            {comment.is_endorsed && <EndorsedMark>{t('comments.endorsed_answer')}</EndorsedMark>}
            {comment.edited_at && <EditedMark id={comment.id} editedAt={comment.edited_at} />}
          </>
        )
      }
      quotedComment={
        comment.reply_to !== null && (
          <div className="flex gap-2 border-l-4 border-line pl-3 text-sm text-muted">
            <CornerDownRight aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <div className="min-w-0">
              {quotedComment ? (
                <>
                  <p className="font-bold wrap-anywhere">{t('comments.to', { name: quotedComment.farmer.username })}</p>
                  <p dir="auto" className="line-clamp-2 text-start wrap-anywhere">
                    {quotedComment.content}
                  </p>
                </>
              ) : (
                <p>{t('comments.to_farmer')}</p>
              )}
            </div>
          </div>
        )
      }
    />
  )
}

/** A pending, flagged or hidden comment, visible only to its author. */
function OwnCommentItem({ response }: { response: PostResponse }) {
  const { t } = useTranslation()
  const { content, created_at, author, flag_reason: reason } = response
  return (
    <CommentItem
      comment={{ content, created_at, author, isExpert: author.role === 'expert' }}
      state={
        <>
          {response.is_flagged ? (
            <Badge tone="rust">
              {t(response.status === 'hidden' ? 'comments.own_hidden' : 'comments.own_flagged')}
            </Badge>
          ) : (
            <Badge tone="amber">{t('comments.own_pending')}</Badge>
          )}
          {reason !== null && (
            <p dir="auto" className="wrap-anywhere">
              <strong>{t('field.reason')}:</strong> {reason}
            </p>
          )}
        </>
      }
    />
  )
}
