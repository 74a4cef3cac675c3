import { ReasonDialog } from '../../posts/ReasonDialog.tsx'
import { useText } from '../../text/use-text.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { AskedRuling } from './FlagRulings.tsx'
import { useRuleOnFlag } from './flagged-queries.ts'

/** Asks before something is hidden, a flag dismissed, or a hiding taken back. */
export function RulingDialogs({
  asked,
  onClose,
  onDone,
}: {
  asked: AskedRuling | undefined
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useText()
  const { rule, ruleAndTell } = useRuleOnFlag()
  const kind = asked?.flagged.kind ?? 'post'
  const confirmed = asked?.ruling === 'undo' ? 'undo' : 'dismiss'
  async function hide(reason: string) {
    onDone()
    onClose()
    if (asked) await ruleAndTell(asked.flagged, { action: 'hide', reason })
  }
  return (
    <>
      <ReasonDialog
        title={t(`flagged.hide_title.${kind}`)}
        lead={t('flagged.hide_lead')}
        confirm={t('flagged.hide')}
        isOpen={asked?.ruling === 'hide'}
        onReason={reason => void hide(reason)}
        onClose={onClose}
      />
      <ConfirmDialog
        title={t(`flagged.${confirmed}_title`)}
        confirm={t(`flagged.${confirmed}`)}
        variant="primary"
        isOpen={asked?.ruling === confirmed}
        act={async () => (asked ? rule(asked.flagged, { action: confirmed }) : '')}
        {...{ onClose, onDone }}
      >
        <div className="flex flex-col gap-2">
          <p dir="auto" className="text-start font-bold wrap-anywhere">
            {asked?.flagged.title}
          </p>
          <p>{t(confirmed === 'undo' ? 'flagged.undo_lead' : `flagged.dismiss_lead.${kind}`)}</p>
        </div>
      </ConfirmDialog>
    </>
  )
}
