import type { PostResponse } from '@kutu/contract/community/community'
import {
  answerEditSeconds,
  type ResponseAction,
  type ResponseStatus,
  responseActions,
} from '@kutu/contract/community/moderation'
import { Flag, MessageSquarePlus, Pencil, ShieldCheck, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { getFieldError } from '../../../../api/errors.ts'
import { getServerTime } from '../../../../api/session/server-clock.ts'
import { useUser } from '../../../../api/session/session.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { Badge, type Tone } from '../../../../ui/feedback/Badge.tsx'
import { lazyPart } from '../../../../ui/feedback/lazy-part.tsx'
import { ReasonDialog } from '../../../../ui/overlay/ReasonDialog.tsx'
import { CommentItem } from '../../shared/CommentItem.tsx'
import { EditedMark } from '../../shared/EditedMark.tsx'
import { FlagReason } from '../post/FlagReason.tsx'
import { CommentForm } from './CommentForm.tsx'
import type { Thread } from './threads.ts'
import { type CommentedPost, useResponseAction } from './use-responses.ts'

const ChangeAnswer = lazyPart(async () => (await import('./ChangeAnswer.tsx')).ChangeAnswer)

const tones: Record<ResponseStatus, Tone> = {
  pending: 'amber',
  approved: 'leaf',
  endorsed: 'leaf',
  flagged: 'rust',
  hidden: 'rust',
}
const keys = { approve: 'A', flag: 'F', endorse: 'E' }
const icons = { approve: ShieldCheck, flag: Flag, endorse: ThumbsUp }

/** A comment with the experts' replies to it. */
export function ResponseThread({ post, thread: { response, replies } }: { post: CommentedPost; thread: Thread }) {
  const { t } = useTranslation()
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

/** Returns the actions allowed on a comment. Experts cannot approve or endorse their own comments. */
function getResponseActions(response: PostResponse, isOwn: boolean): readonly ResponseAction[] {
  const actions: readonly ResponseAction[] = responseActions[response.status]
  return isOwn ? actions.filter(action => action === 'flag') : actions
}

/** Decides whether its author may still change an answer. */
const canChange = ({ author, is_approved, created_at }: PostResponse): boolean =>
  author.role === 'expert' &&
  is_approved &&
  getServerTime().getTime() - Date.parse(created_at) < answerEditSeconds * 1000

function ResponseItem({ post, response }: { post: CommentedPost; response: PostResponse }) {
  const { t } = useTranslation()
  const isOwn = useUser()?.id === response.author.id
  const { author, status } = response
  const { runAction, isRunning } = useResponseAction(post, response)
  const [openPanel, setOpenPanel] = useState<'flag' | 'reply' | 'change'>()
  const canReply = author.role === 'farmer' && status !== 'flagged' && status !== 'hidden' && post.status === 'approved'
  const name = author.username
  return (
    <>
      <CommentItem
        comment={{ ...response, author: author, isExpert: author.role === 'expert' }}
        state={
          <>
            <Badge tone={tones[status]}>{t(`moderation.response.${status}`)}</Badge>
            <FlagReason reason={response.flag_reason} />
            <EditedMark id={response.id} editedAt={response.edited_at} />
          </>
        }
      >
        {getResponseActions(response, isOwn).map(each => {
          const Icon = icons[each]
          return (
            <Button
              key={each}
              aria-keyshortcuts={keys[each]}
              variant={each === 'approve' ? 'primary' : 'secondary'}
              busy={isRunning && openPanel === undefined}
              aria-label={t(`moderation.${each}_comment_of`, { name })}
              icon={Icon}
              onClick={() => (each === 'flag' ? setOpenPanel('flag') : void runAction(each))}
            >
              {t(`moderation.${each}`)}
            </Button>
          )
        })}
        {isOwn && canChange(response) && (
          <Button variant="secondary" icon={Pencil} onClick={() => setOpenPanel('change')}>
            {t('action.change')}
          </Button>
        )}
        {canReply && openPanel !== 'reply' && (
          <Button
            variant="quiet"
            aria-keyshortcuts="R"
            aria-label={t('moderation.reply_of', { name })}
            icon={MessageSquarePlus}
            onClick={() => setOpenPanel('reply')}
          >
            {t('comments.write')}
          </Button>
        )}
      </CommentItem>
      {openPanel === 'reply' && <ReplyForm {...{ post, response }} onClose={() => setOpenPanel(undefined)} />}
      {openPanel === 'change' && <ChangeAnswer response={response} onClose={() => setOpenPanel(undefined)} />}
      {openPanel === 'flag' && (
        <ReasonDialog
          confirmLabel={t('moderation.flag')}
          lead={t('moderation.flag_comment_lead')}
          title={t('moderation.flag_comment_of', { name })}
          onClose={() => setOpenPanel(undefined)}
          onReason={reason => {
            setOpenPanel(undefined)
            void runAction('flag', reason)
          }}
        />
      )}
    </>
  )
}

/**
 * An expert's reply to a farmer's comment. Replying to a pending comment also approves it, because readers would not
 * see what the reply refers to.
 */
function ReplyForm({ post, response, onClose }: { post: CommentedPost; response: PostResponse; onClose: () => void }) {
  const { t } = useTranslation()
  const { sendReply, isRunning, error } = useResponseAction(post, response)
  const isPending = response.status === 'pending'

  async function send(text: string): Promise<boolean> {
    const isSent = await sendReply(text)
    if (isSent) onClose()
    return isSent
  }
  return (
    <CommentForm
      label={t('moderation.reply_to', { name: response.author.username })}
      {...(isPending && { hint: t('moderation.reply_approves') })}
      submitLabel={t(isPending ? 'moderation.approve_and_reply' : 'moderation.send_reply')}
      isSending={isRunning}
      error={getFieldError(error, 'expert_comment')}
      hasAutoFocus
      onSend={send}
      onCancel={onClose}
    />
  )
}
