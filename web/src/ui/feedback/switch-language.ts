import type { Language } from '@kutu/contract/common'
import { setPreferredLocale, t } from '../../i18n/i18n.ts'
import { showError } from './toasts.ts'

/** Switches the language, or shows an error if its catalogs cannot be loaded, as after an update. */
export async function switchLanguage(language: Language): Promise<void> {
  try {
    await setPreferredLocale(language)
  } catch {
    showError(t('error.part_missing'))
  }
}
