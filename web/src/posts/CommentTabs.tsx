import type { ExpertComment, FarmerComment, Post, PostResponse } from '@kutu/contract/community'
import { CornerDownRight, ThumbsUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../text/use-text.ts'
import { Badge } from '../ui/Badge.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { CommentItem } from './CommentItem.tsx'

/** The comments on a post in two tabs, those of the reader that nobody else sees yet before the others. */
export function CommentTabs({ post, own = [] }: { post: Post; own?: readonly PostResponse[] }) {
  const { t, number } = useText()
  const { farmer_comments: farmers, expert_comments: experts } = post
  const tabs = [
    {
      id: 'farmers',
      label: `${t('comments.farmers')} (${number(post.farmer_comment_count)})`,
      content: (
        <CommentGrid
          own={own.filter(({ author }) => author.role === 'farmer')}
          none={t('comments.no_farmers')}
          count={post.farmer_comment_count}
        >
          {farmers.map(comment => (
            <FarmersComment key={comment.id} comment={comment} />
          ))}
        </CommentGrid>
      ),
    },
    {
      id: 'experts',
      label: `${t('comments.experts')} (${number(post.expert_comment_count)})`,
      content: (
        <CommentGrid
          own={own.filter(({ author }) => author.role === 'expert')}
          none={t('comments.no_experts')}
          count={post.expert_comment_count}
        >
          {experts.map(comment => (
            <ExpertsComment
              key={comment.id}
              comment={comment}
              answered={farmers.find(({ id }) => id === comment.reply_to)}
            />
          ))}
        </CommentGrid>
      ),
    },
  ]
  return <Tabs fill label={t('comments.title')} tabs={tabs} />
}

function CommentGrid({
  own,
  none,
  count,
  children,
}: {
  own: readonly PostResponse[]
  none: string
  /** Of all there are, of which `children` may be the newest. */
  count: number
  children: readonly ReactNode[]
}) {
  const { t, number } = useText()
  if (children.length === 0 && own.length === 0) return <p className="py-6 text-center text-muted">{none}</p>
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        {own.map(response => (
          <OwnResponse key={response.id} response={response} />
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

function FarmersComment({ comment }: { comment: FarmerComment }) {
  const { t } = useText()
  const { content, created_at, farmer: writer } = comment
  return (
    <CommentItem
      comment={{ content, created_at, writer, isExpert: false }}
      state={
        comment.is_endorsed && (
          <span className="flex items-center gap-2 text-sm font-bold text-leaf-ink">
            <ThumbsUp aria-hidden="true" className="size-4 shrink-0" />
            {t('comments.endorsed')}
          </span>
        )
      }
    />
  )
}

function ExpertsComment({ comment, answered }: { comment: ExpertComment; answered: FarmerComment | undefined }) {
  const { t } = useText()
  const { content, created_at, expert: writer } = comment
  return (
    <CommentItem
      comment={{ content, created_at, writer, isExpert: true }}
      answered={
        comment.reply_to !== null && (
          <div className="flex gap-2 border-l-4 border-line pl-3 text-sm text-muted">
            <CornerDownRight aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <div className="min-w-0">
              {answered ? (
                <>
                  <p className="font-bold wrap-anywhere">{t('comments.to', { name: answered.farmer.username })}</p>
                  <p dir="auto" className="line-clamp-2 text-start wrap-anywhere">
                    {answered.content}
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

/** What an expert has not let through yet or has flagged, or an admin hidden: only its writer sees it here. */
function OwnResponse({ response }: { response: PostResponse }) {
  const { t } = useText()
  const { content, created_at, author: writer, flag_reason: reason } = response
  return (
    <CommentItem
      comment={{ content, created_at, writer, isExpert: writer.role === 'expert' }}
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
              <strong>{t('post.reason')}</strong> {reason}
            </p>
          )}
        </>
      }
    />
  )
}
