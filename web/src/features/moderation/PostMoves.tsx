import type { Post } from '@kutu/contract/community'
import { postMoves } from '@kutu/contract/moderation'
import { Flag, FlagOff, ShieldCheck, Undo2 } from 'lucide-react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import type { Moderation } from './use-moderation.ts'

const icons = { flag: Flag, unflag: FlagOff, approve: ShieldCheck }

/** The buttons of a post: exactly the moves its state allows; none once it is approved. */
export function PostMoves({ post, moderation, onFlag }: { post: Post; moderation: Moderation; onFlag: () => void }) {
  const { t } = useText()
  const approving = moderation.approvingOf(post)
  if (approving) return <Approving post={post} isSending={approving === 'sending'} {...{ moderation }} />
  const run = { flag: onFlag, unflag: () => void moderation.unflag(post), approve: () => moderation.approve([post]) }
  return postMoves[post.status].map(move => {
    const Icon = icons[move]
    return (
      <Button
        key={move}
        variant={move === 'approve' ? 'primary' : 'secondary'}
        busy={moderation.isBusy(post)}
        aria-label={t(`moderation.${move}_of`, { title: post.title })}
        icon={<Icon aria-hidden="true" className="size-5 max-sm:hidden" />}
        onClick={run[move]}
      >
        {t(`moderation.${move}`)}
      </Button>
    )
  })
}

function Approving({ post, isSending, moderation }: { post: Post; isSending: boolean; moderation: Moderation }) {
  const { t } = useText()
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
