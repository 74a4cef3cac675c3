import type { Language } from '@kutu/contract/common'
import { setPreferredLocale, t } from '../../i18n/i18n.ts'
import { showError } from './toasts.ts'

/** Speaks another language, or says why not: its sentences may be gone since an update. */
export async function switchLanguage(language: Language): Promise<void> {
  try {
    await setPreferredLocale(language)
  } catch {
    showError(t('notice.error'), t('error.part_missing'))
  }
}
