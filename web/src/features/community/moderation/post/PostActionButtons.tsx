import type { Post } from '@kutu/contract/community/community'
import { postActions } from '@kutu/contract/community/moderation'
import { Flag, FlagOff, ListPlus, MessageSquareReply, ShieldCheck } from 'lucide-react'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { isActionAllowed, type Moderation } from './use-moderation.ts'

const keys = { flag: 'F', unflag: 'U', approve: 'A' }
const icons = { flag: Flag, unflag: FlagOff, approve: ShieldCheck }

/** Renders one button per action that the post's status allows and one to answer with the approval. */
export function PostActionButtons({
  post,
  moderation,
  onFlag,
  onAnswer,
  onReplies,
}: {
  post: Post
  moderation: Moderation
  onFlag: () => void
  /** Opens the form for an answer, where there is one. */
  onAnswer?: () => void
  /** Opens it with the saved replies. */
  onReplies?: () => void
}) {
  const { t } = useTranslation()
  const handlers = {
    flag: onFlag,
    unflag: () => void moderation.unflag(post),
    approve: () => void moderation.approve([post]),
  }
  const buttons = postActions[post.status].map(action => {
    const Icon = icons[action]
    return (
      <Button
        key={action}
        aria-keyshortcuts={keys[action]}
        variant={action === 'approve' ? 'primary' : 'secondary'}
        busy={moderation.isBusy(post)}
        aria-label={t(`moderation.${action}_of`, { title: post.title })}
        icon={<Icon aria-hidden="true" className="size-5 max-sm:hidden" />}
        onClick={handlers[action]}
      >
        {t(`moderation.${action}`)}
      </Button>
    )
  })
  return (
    <>
      {buttons}
      {onAnswer && isActionAllowed(post, 'approve') && (
        <Button
          variant="secondary"
          aria-keyshortcuts="R"
          busy={moderation.isBusy(post)}
          aria-label={t('moderation.answer_of', { title: post.title })}
          icon={<MessageSquareReply aria-hidden="true" className="size-5 max-sm:hidden" />}
          onClick={onAnswer}
        >
          {t('moderation.answer_post')}
        </Button>
      )}
      {onReplies && isActionAllowed(post, 'approve') && (
        <Button
          variant="quiet"
          aria-keyshortcuts="S"
          busy={moderation.isBusy(post)}
          aria-label={t('replies.heading_of', { title: post.title })}
          icon={<ListPlus aria-hidden="true" className="size-5 max-sm:hidden" />}
          onClick={onReplies}
        >
          {t('replies.heading')}
        </Button>
      )}
    </>
  )
}
