import type { Language } from '@kutu/contract/common'
import { chooseLanguage, say } from '../text/say.ts'
import { showError } from './toasts.ts'

/** Speaks another language, or says why not: its sentences may be gone since an update. */
export async function changeLanguage(language: Language): Promise<void> {
  try {
    await chooseLanguage(language)
  } catch {
    showError(say('notice.error'), say('error.part_missing'))
  }
}
