import { useTranslation } from '../../../i18n/use-translation.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { ReasonDialog } from '../../../ui/overlay/ReasonDialog.tsx'
import { useApplyRuling } from './queries.ts'
import type { PendingRuling } from './RulingButtons.tsx'

/** Confirms a ruling on one or more entries: hide (with a reason), dismiss or undo. */
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
  const items = pending?.flagged ?? []
  const count = items.length
  const [first] = items
  const kind = first?.kind ?? 'post'
  const confirmedRuling = pending?.ruling === 'undo' ? 'undo' : 'dismiss'
  async function hide(reason: string) {
    onDone()
    onClose()
    await applyRulingAndNotify(items, { action: 'hide', reason })
  }
  return (
    <>
      <ReasonDialog
        title={count > 1 ? t('flagged.hide_several_title', { count }) : t(`flagged.hide_title.${kind}`)}
        lead={t('flagged.hide_lead')}
        confirmLabel={t('flagged.hide')}
        isOpen={pending?.ruling === 'hide'}
        onReason={reason => void hide(reason)}
        onClose={onClose}
      />
      <ConfirmDialog
        title={count > 1 ? t('flagged.dismiss_several_title', { count }) : t(`flagged.${confirmedRuling}_title`)}
        confirmLabel={count > 1 ? t('flagged.dismiss_chosen', { count }) : t(`flagged.${confirmedRuling}`)}
        variant="primary"
        isOpen={pending?.ruling === confirmedRuling}
        onConfirm={() => applyRuling(items, { action: confirmedRuling })}
        {...{ onClose, onSettled: onDone }}
      >
        {count > 1 ? (
          <p>{t('flagged.dismiss_several_lead')}</p>
        ) : (
          <div className="flex flex-col gap-2">
            <p dir="auto" className="text-start font-bold wrap-anywhere">
              {first?.title}
            </p>
            <p>{t(confirmedRuling === 'undo' ? 'flagged.undo_lead' : `flagged.dismiss_lead.${kind}`)}</p>
          </div>
        )}
      </ConfirmDialog>
    </>
  )
}
