import type { FlaggedContent as Flagged } from '@kutu/contract/admin'
import type { FlagDecision } from '@kutu/contract/community/moderation'
import { EyeOff, FlagOff, Undo2 } from 'lucide-react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'

export type PendingRuling = { flagged: readonly Flagged[]; ruling: FlagDecision }
const icons = { hide: EyeOff, dismiss: FlagOff, undo: Undo2 }

/** Shows the rulings that an admin can make on a flag. */
export function RulingButtons({ flagged, onSelect }: { flagged: Flagged; onSelect: (pending: PendingRuling) => void }) {
  const { t } = useTranslation()
  const rulings: readonly FlagDecision[] = flagged.hidden ? ['undo'] : ['hide', 'dismiss']
  return (
    <div className="flex flex-wrap gap-2">
      {rulings.map(ruling => {
        const Icon = icons[ruling]
        return (
          <Button
            key={ruling}
            variant="secondary"
            aria-label={t(`flagged.${ruling}_of`, { title: flagged.title })}
            icon={<Icon aria-hidden="true" className="size-5 shrink-0" />}
            onClick={() => onSelect({ flagged: [flagged], ruling })}
          >
            {t(`flagged.${ruling}`)}
          </Button>
        )
      })}
    </div>
  )
}
