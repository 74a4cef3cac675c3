import type { FlaggedContent as Flagged } from '@kutu/contract/admin'
import type { FlagRuling } from '@kutu/contract/moderation'
import { EyeOff, FlagOff, Undo2 } from 'lucide-react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'

export type AskedRuling = { flagged: Flagged; ruling: FlagRuling }
const icons = { hide: EyeOff, dismiss: FlagOff, undo: Undo2 }

/** What an admin can say of a flag. */
export function FlagRulings({ flagged, onAsk }: { flagged: Flagged; onAsk: (asked: AskedRuling) => void }) {
  const { t } = useText()
  const rulings: readonly FlagRuling[] = flagged.hidden ? ['undo'] : ['hide', 'dismiss']
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
            onClick={() => onAsk({ flagged, ruling })}
          >
            {t(`flagged.${ruling}`)}
          </Button>
        )
      })}
    </div>
  )
}
