import type { Post, PostResponse } from '@kutu/contract/community'
import { type ResponseMove, type ResponseStatus, responseMoves } from '@kutu/contract/moderation'
import { Flag, MessageSquarePlus, ShieldCheck, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '../../api/session.ts'
import { CommentItem } from '../../posts/CommentItem.tsx'
import { ReasonDialog } from '../../posts/ReasonDialog.tsx'
import { useText } from '../../text/use-text.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { FlagReason } from './FlagReason.tsx'
import { ReplyForm } from './ReplyForm.tsx'
import type { Thread } from './threads.ts'
import { useMoveResponse } from './use-responses.ts'

const tones: Record<ResponseStatus, Tone> = {
  pending: 'amber',
  approved: 'leaf',
  endorsed: 'leaf',
  flagged: 'rust',
  hidden: 'rust',
}
const icons = { approve: ShieldCheck, flag: Flag, endorse: ThumbsUp }

/** A comment with the experts' answers to it. */
export function ResponseThread({ post, thread: { response, replies } }: { post: Post; thread: Thread }) {
  const { t } = useText()
  return (
    <div className="flex flex-col gap-3">
      <ResponseItem {...{ post, response }} />
      {replies.length > 0 && (
        <ul
          aria-label={t('moderation.replies_to', { name: response.author.username })}
          className="ml-4 flex flex-col gap-3 border-l-4 border-line pl-4"
        >
          {replies.map(reply => (
            <li key={reply.id}>
              <ResponseItem post={post} response={reply} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** What may be done with a comment. Nobody approves or endorses their own. */
function movesOf(response: PostResponse, isOwn: boolean): readonly ResponseMove[] {
  const moves: readonly ResponseMove[] = responseMoves[response.author.role][response.status]
  return isOwn ? moves.filter(move => move === 'flag') : moves
}

function ResponseItem({ post, response }: { post: Post; response: PostResponse }) {
  const { t } = useText()
  const isOwn = useUser()?.id === response.author.id
  const { author, status } = response
  const { move, isMoving } = useMoveResponse(post, response)
  const [open, setOpen] = useState<'flag' | 'reply'>()
  const mayReply = author.role === 'farmer' && status !== 'flagged' && status !== 'hidden' && post.status === 'approved'
  const name = author.username
  return (
    <>
      <CommentItem
        comment={{ ...response, writer: author, isExpert: author.role === 'expert' }}
        state={
          <>
            <Badge tone={tones[status]}>{t(`moderation.response.${status}`)}</Badge>
            <FlagReason reason={response.flag_reason} />
          </>
        }
      >
        {movesOf(response, isOwn).map(each => {
          const Icon = icons[each]
          return (
            <Button
              key={each}
              variant={each === 'approve' ? 'primary' : 'secondary'}
              busy={isMoving && open === undefined}
              aria-label={t(`moderation.${each}_comment_of`, { name })}
              icon={<Icon aria-hidden="true" className="size-5" />}
              onClick={() => (each === 'flag' ? setOpen('flag') : void move(each))}
            >
              {t(`moderation.${each}`)}
            </Button>
          )
        })}
        {mayReply && (
          <Button
            variant="quiet"
            aria-expanded={open === 'reply'}
            aria-label={t('moderation.reply_of', { name })}
            icon={<MessageSquarePlus aria-hidden="true" className="size-5" />}
            onClick={() => setOpen(open === 'reply' ? undefined : 'reply')}
          >
            {t('moderation.reply')}
          </Button>
        )}
      </CommentItem>
      {open === 'reply' && <ReplyForm {...{ post, response }} onClose={() => setOpen(undefined)} />}
      <ReasonDialog
        confirm={t('moderation.flag')}
        lead={t('moderation.flag_lead')}
        title={t('moderation.flag_comment_title', { name })}
        isOpen={open === 'flag'}
        onClose={() => setOpen(undefined)}
        onReason={reason => {
          setOpen(undefined)
          void move('flag', reason)
        }}
      />
    </>
  )
}
