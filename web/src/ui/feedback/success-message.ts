import { t } from '../../i18n/i18n.ts'
import { showSuccess, type ToastAction } from './toasts.ts'

/** A message shown after success, with an optional action such as Undo. */
export type SuccessMessage = string | { message: string; action: ToastAction }

export function showSuccessMessage(success: SuccessMessage): void {
  const { message, action } = typeof success === 'string' ? { message: success, action: undefined } : success
  showSuccess(t('notice.success'), message, action)
}
