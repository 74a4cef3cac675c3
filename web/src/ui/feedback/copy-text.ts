import { t } from '../../i18n/i18n.ts'
import { showError, showSuccess } from './toasts.ts'

/** Copies a text to the clipboard. A toast shows if it worked. */
export async function copyText(text: string, messages?: { copied: string; failed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showSuccess(messages?.copied ?? t('copy.done'))
  } catch {
    // The clipboard is missing without TLS, and the browser may refuse it.
    showError(messages?.failed ?? t('copy.failed'))
  }
}
