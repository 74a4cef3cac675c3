import { useTranslation } from '../../../i18n/use-translation.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { ReasonDialog } from '../../../ui/overlay/ReasonDialog.tsx'
import { useApplyRuling } from './queries.ts'
import type { PendingRuling } from './RulingButtons.tsx'

/** Confirms a ruling: hide (with a reason), dismiss or undo. */
export function RulingDialogs({
  pending,
  onClose,
  onDone,
}: {
  pending: PendingRuling | undefined
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  const { applyRuling, applyRulingAndNotify } = useApplyRuling()
  const kind = pending?.flagged.kind ?? 'post'
  const confirmedRuling = pending?.ruling === 'undo' ? 'undo' : 'dismiss'
  async function hide(reason: string) {
    onDone()
    onClose()
    if (pending) await applyRulingAndNotify(pending.flagged, { action: 'hide', reason })
  }
  return (
    <>
      <ReasonDialog
        title={t(`flagged.hide_title.${kind}`)}
        lead={t('flagged.hide_lead')}
        confirmLabel={t('flagged.hide')}
        isOpen={pending?.ruling === 'hide'}
        onReason={reason => void hide(reason)}
        onClose={onClose}
      />
      <ConfirmDialog
        title={t(`flagged.${confirmedRuling}_title`)}
        confirmLabel={t(`flagged.${confirmedRuling}`)}
        variant="primary"
        isOpen={pending?.ruling === confirmedRuling}
        onConfirm={async () => (pending ? applyRuling(pending.flagged, { action: confirmedRuling }) : '')}
        {...{ onClose, onSettled: onDone }}
      >
        <div className="flex flex-col gap-2">
          <p dir="auto" className="text-start font-bold wrap-anywhere">
            {pending?.flagged.title}
          </p>
          <p>{t(confirmedRuling === 'undo' ? 'flagged.undo_lead' : `flagged.dismiss_lead.${kind}`)}</p>
        </div>
      </ConfirmDialog>
    </>
  )
}
