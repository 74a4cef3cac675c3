import type { Post } from '@kutu/contract/community/community'
import { postActions } from '@kutu/contract/community/moderation'
import { Flag, FlagOff, ShieldCheck, Undo2 } from 'lucide-react'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import type { Moderation } from './use-moderation.ts'

const icons = { flag: Flag, unflag: FlagOff, approve: ShieldCheck }

/** Renders one button per action that the post's status allows. */
export function PostActionButtons({
  post,
  moderation,
  onFlag,
}: {
  post: Post
  moderation: Moderation
  onFlag: () => void
}) {
  const { t } = useTranslation()
  const approvalState = moderation.getApprovalState(post)
  if (approvalState) return <PendingApproval post={post} isSending={approvalState === 'sending'} {...{ moderation }} />
  const handlers = {
    flag: onFlag,
    unflag: () => void moderation.unflag(post),
    approve: () => moderation.approve([post]),
  }
  return postActions[post.status].map(action => {
    const Icon = icons[action]
    return (
      <Button
        key={action}
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
}

function PendingApproval({ post, isSending, moderation }: { post: Post; isSending: boolean; moderation: Moderation }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="flex min-h-12 items-center font-bold text-leaf-ink">{t('moderation.approving_one')}</p>
      <Button
        variant="secondary"
        busy={isSending}
        aria-label={t('moderation.undo_of', { title: post.title })}
        icon={<Undo2 aria-hidden="true" className="size-5" />}
        onClick={() => moderation.undoApproval(post)}
      >
        {t('moderation.undo')}
      </Button>
    </>
  )
}
