import { useTranslation } from '../../../i18n/use-translation.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { ReasonDialog } from '../../../ui/overlay/ReasonDialog.tsx'
import type { PendingDecision } from './FlagDecisionButtons.tsx'
import { useDecideFlags } from './queries.ts'

/** Confirms a decision on one or more entries: hide (with a reason), dismiss or undo. */
export function FlagDecisionDialogs({
  pending,
  onClose,
  onDone,
}: {
  pending: PendingDecision | undefined
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  const { decideFlags, decideAndNotify } = useDecideFlags()
  const items = pending?.flagged ?? []
  const count = items.length
  const [first] = items
  const kind = first?.kind ?? 'post'
  const confirmedDecision = pending?.decision === 'undo' ? 'undo' : 'dismiss'
  async function hide(reason: string) {
    onDone()
    onClose()
    await decideAndNotify(items, { action: 'hide', reason })
  }
  return (
    <>
      {pending?.decision === 'hide' && (
        <ReasonDialog
          title={count > 1 ? t('flagged.hide_several_title', { count }) : t(`flagged.hide_title.${kind}`)}
          lead={t('flagged.hide_lead')}
          confirmLabel={t('flagged.hide')}
          onReason={reason => void hide(reason)}
          onClose={onClose}
        />
      )}
      <ConfirmDialog
        title={count > 1 ? t('flagged.dismiss_several_title', { count }) : t(`flagged.${confirmedDecision}_title`)}
        confirmLabel={count > 1 ? t('flagged.dismiss_chosen', { count }) : t(`flagged.${confirmedDecision}`)}
        variant="primary"
        isOpen={pending?.decision === confirmedDecision}
        onConfirm={() => decideFlags(items, { action: confirmedDecision })}
        {...{ onClose, onSettled: onDone }}
      >
        {count > 1 ? (
          <p>{t('flagged.dismiss_several_lead')}</p>
        ) : (
          <div className="flex flex-col gap-2">
            <p dir="auto" className="text-start font-bold wrap-anywhere">
              {first?.title}
            </p>
            <p>{t(confirmedDecision === 'undo' ? 'flagged.undo_lead' : `flagged.dismiss_lead.${kind}`)}</p>
          </div>
        )}
      </ConfirmDialog>
    </>
  )
}
