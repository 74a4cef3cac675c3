import type { User } from '@kutu/contract/accounts/accounts'
import { callApi } from '../../api/api-client.ts'
import { getStoredUser, storeUser } from '../../api/session/session.ts'
import { getLocale, onLocaleChange, setPreferredLocale } from '../../i18n/i18n.ts'

/**
 * Saves a change of language in the account, so that emails and notifications use it. Returns a function that stops
 * this.
 */
export const syncLanguageToAccount = (): (() => void) => onLocaleChange(() => void saveLanguage())

async function saveLanguage(): Promise<void> {
  const language = getLocale()
  const user = getStoredUser()
  if (!user || user.language === language) return
  try {
    await callApi('PUT /api/account/preferences/', { body: { language } })
    storeUser({ ...user, language })
  } catch {
    // Offline, this device still uses the language; the next change is saved again.
  }
}

/** Switches to the account's language on a device where nobody has chosen one. */
export function applyAccountLanguage({ language }: User): void {
  if (localStorage.getItem('language') !== null || language === getLocale()) return
  // If the catalogs cannot be loaded, the current language stays.
  setPreferredLocale(language).catch(() => undefined)
}
