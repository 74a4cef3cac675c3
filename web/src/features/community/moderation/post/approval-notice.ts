import { undoWindowSeconds } from '@kutu/contract/community/moderation'
import { t } from '../../../../i18n/i18n.ts'
import { currentToasts, dismissToast, showSuccess } from '../../../../ui/feedback/toasts.ts'

/** Slightly shorter than the server allows, so that an offered undo succeeds. */
const offeredMs = (undoWindowSeconds - 5) * 1000

/** The approvals that the visible notice reports. */
let approvals: readonly { id: string; at: number }[] = []
let noticeId: number | undefined

/**
 * Shows that posts were approved. While the notice is visible, further approvals join it, so that ten approvals show one
 * notice; its Undo takes back all of them.
 */
export function showApproved(ids: readonly string[], onUndo: (ids: readonly string[]) => Promise<void>): void {
  const now = Date.now()
  const visible = currentToasts().some(({ id }) => id === noticeId) ? approvals : []
  approvals = [
    ...visible.filter(({ id, at }) => !ids.includes(id) && now - at < offeredMs),
    ...ids.map(id => ({ id, at: now })),
  ]
  if (noticeId !== undefined) dismissToast(noticeId)
  const undoable = approvals.map(({ id }) => id)
  const message =
    undoable.length === 1 ? t('moderation.approved') : t('moderation.approved_several', { count: undoable.length })
  noticeId = showSuccess(t('notice.success'), message, {
    label: t('moderation.undo'),
    run: () => void onUndo(undoable),
  })
}

/** Stops reporting approvals that were undone elsewhere, for example on the card. */
export function forgetApproved(ids: readonly string[]): void {
  if (noticeId === undefined || !approvals.some(({ id }) => ids.includes(id))) return
  approvals = approvals.filter(({ id }) => !ids.includes(id))
  dismissToast(noticeId)
}
