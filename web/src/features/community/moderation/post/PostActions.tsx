import type { Post } from '@kutu/contract/community/community'
import { postActions } from '@kutu/contract/community/moderation'
import { clsx } from 'clsx'
import { Flag, FlagOff, ListPlus, MessageSquareReply, ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { ReasonDialog } from '../../../../ui/overlay/ReasonDialog.tsx'
import { CommentForm } from '../comments/CommentForm.tsx'
import { isActionAllowed, type Moderation } from './use-moderation.ts'

const keys = { flag: 'F', unflag: 'U', approve: 'A' }
const icons = { flag: Flag, unflag: FlagOff, approve: ShieldCheck }

/**
 * Renders one button per action that the post's status allows and one to answer with the approval, and the form or dialog
 * that they open.
 */
export function PostActions({
  post,
  moderation,
  hasReplies = false,
  className,
  children,
}: {
  post: Post
  moderation: Moderation
  /** With a button for an answer that begins with the saved replies open. */
  hasReplies?: boolean
  className?: string
  /** Follows the buttons. */
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const [step, setStep] = useState<'answer' | 'replies' | 'flag'>()
  const close = () => setStep(undefined)
  const { title, status } = post
  const isBusy = moderation.isBusy(post)
  const handlers = {
    flag: () => setStep('flag'),
    unflag: () => void moderation.unflag(post),
    approve: () => void moderation.approve([post]),
  }
  const canApprove = isActionAllowed(post, 'approve')
  if ((step === 'answer' || step === 'replies') && canApprove)
    return (
      <CommentForm
        label={t('moderation.answer')}
        hint={t('moderation.answer_approves')}
        submitLabel={t('moderation.approve_and_answer')}
        isSending={isBusy}
        hasAutoFocus
        savedReplies={{ list: step === 'replies' ? 'open' : 'closed', crop: post.crop_type }}
        onSend={async answer => {
          const isApproved = await moderation.answer(post, answer)
          if (isApproved) close()
          return isApproved
        }}
        onCancel={close}
      />
    )
  return (
    <div className={clsx('flex flex-wrap items-center gap-2 border-t border-line pt-4', className)}>
      {postActions[status].map(action => {
        const Icon = icons[action]
        return (
          <Button
            key={action}
            aria-keyshortcuts={keys[action]}
            variant={action === 'approve' ? 'primary' : 'secondary'}
            busy={isBusy}
            aria-label={t(`moderation.${action}_of`, { title })}
            icon={Icon}
            iconClass="size-5 max-sm:hidden"
            onClick={handlers[action]}
          >
            {t(`moderation.${action}`)}
          </Button>
        )
      })}
      {canApprove && (
        <Button
          variant="secondary"
          aria-keyshortcuts="R"
          busy={isBusy}
          aria-label={t('moderation.answer_of', { title })}
          icon={MessageSquareReply}
          iconClass="size-5 max-sm:hidden"
          onClick={() => setStep('answer')}
        >
          {t('moderation.answer_post')}
        </Button>
      )}
      {hasReplies && canApprove && (
        <Button
          variant="quiet"
          aria-keyshortcuts="S"
          busy={isBusy}
          aria-label={t('replies.heading_of', { title })}
          icon={ListPlus}
          iconClass="size-5 max-sm:hidden"
          onClick={() => setStep('replies')}
        >
          {t('replies.heading')}
        </Button>
      )}
      {children}
      {step === 'flag' && (
        <ReasonDialog
          confirmLabel={t('moderation.flag')}
          lead={t('moderation.flag_lead')}
          title={t('moderation.flag_of', { title })}
          onClose={close}
          onReason={reason => {
            close()
            void moderation.flag(post, reason)
          }}
        />
      )}
    </div>
  )
}
