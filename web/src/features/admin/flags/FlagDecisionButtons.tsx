import type { FlaggedContent as Flagged } from '@kutu/contract/admin'
import type { FlagDecision } from '@kutu/contract/community/moderation'
import { EyeOff, FlagOff, Undo2 } from 'lucide-react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'

export type PendingDecision = { flagged: readonly Flagged[]; decision: FlagDecision }
const icons = { hide: EyeOff, dismiss: FlagOff, undo: Undo2 }

/** Shows the decisions that an admin can make on a flag. */
export function FlagDecisionButtons({
  flagged,
  onSelect,
}: {
  flagged: Flagged
  onSelect: (pending: PendingDecision) => void
}) {
  const { t } = useTranslation()
  const decisions: readonly FlagDecision[] = flagged.hidden ? ['undo'] : ['hide', 'dismiss']
  return (
    <div className="flex flex-wrap gap-2">
      {decisions.map(decision => {
        const Icon = icons[decision]
        return (
          <Button
            key={decision}
            variant="secondary"
            aria-label={t(`flagged.${decision}_of`, { title: flagged.title })}
            icon={Icon}
            onClick={() => onSelect({ flagged: [flagged], decision })}
          >
            {t(`flagged.${decision}`)}
          </Button>
        )
      })}
    </div>
  )
}
