import type { ExpertApplication } from '@kutu/contract/accounts'
import { approvalMoves } from '@kutu/contract/approval'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { useText } from '../../text/use-text.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { DeclineDialog } from './DeclineDialog.tsx'
import { ExpertDetails } from './ExpertDetails.tsx'
import { useDecideExpert } from './queries.ts'

const tones: Record<ExpertApplication['approval'], Tone> = { waiting: 'amber', approved: 'leaf', declined: 'rust' }

/** One expert's application and what can be done with it. */
export function ExpertCard({ expert }: { expert: ExpertApplication }) {
  const { t, dateTime } = useText()
  const [isDeclining, setDeclining] = useState(false)
  const decide = useDecideExpert()
  const name = expert.username
  const moves: readonly string[] = approvalMoves[expert.approval]

  async function decideOn(decision: { action: 'approve' } | { action: 'decline'; reason: string }) {
    try {
      await decide.mutateAsync({ id: expert.id, ...decision })
      const done = decision.action === 'approve' ? 'approved_notice' : 'declined_notice'
      showSuccess(t('notice.success'), t(`waiting_experts.${done}`, { name }))
    } catch (error) {
      showError(t('notice.error'), messageOf(error))
    }
    setDeclining(false)
  }

  return (
    <article aria-label={name} className="flex flex-col gap-4 rounded-lg border border-line bg-white p-4 sm:p-6">
      <header className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 className="text-lg break-words">{name}</h2>
          <p className="text-sm text-muted">{t('waiting_experts.signed_up', { when: dateTime(expert.created_at) })}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {!expert.is_active && <Badge>{t('waiting_experts.not_active')}</Badge>}
          <Badge tone={tones[expert.approval]}>{t(`waiting_experts.${expert.approval}`)}</Badge>
        </div>
      </header>
      <ExpertDetails expert={expert} />
      <div className="flex flex-wrap gap-2 border-t border-line pt-4">
        {moves.includes('approve') && (
          <Button
            busy={decide.isPending && !isDeclining}
            aria-label={t('waiting_experts.approve_of', { name })}
            onClick={() => decideOn({ action: 'approve' })}
          >
            {t('waiting_experts.approve')}
          </Button>
        )}
        {moves.includes('decline') && (
          <Button
            variant="secondary"
            aria-label={t('waiting_experts.decline_of', { name })}
            onClick={() => setDeclining(true)}
          >
            {t('waiting_experts.decline')}
          </Button>
        )}
      </div>
      <DeclineDialog
        {...{ name, isOpen: isDeclining, isSending: decide.isPending }}
        onClose={() => setDeclining(false)}
        onDecline={reason => decideOn({ action: 'decline', reason })}
      />
    </article>
  )
}
