import type { User } from '@kutu/contract/accounts/accounts'
import { callApi } from '../../api/api-client.ts'
import { getStoredUser, storeUser } from '../../api/session/session.ts'
import { getLocale, onLocaleChange, setPreferredLocale } from '../../i18n/i18n.ts'

/** A language chosen while signed in is kept with the account too, so that letters and notifications speak it. */
export const syncLanguageToAccount = (): (() => void) => onLocaleChange(() => void saveLanguage())

async function saveLanguage(): Promise<void> {
  const language = getLocale()
  const user = getStoredUser()
  if (!user || user.language === language) return
  try {
    await callApi('PUT /api/account/preferences/', { body: { language } })
    storeUser({ ...user, language })
  } catch {
    // Without a network this device speaks it all the same; the next choice is kept again.
  }
}

/** A device where nobody chose a language speaks that of who signs in. */
export function applyAccountLanguage({ language }: User): void {
  if (localStorage.getItem('language') !== null || language === getLocale()) return
  // Without its sentences the device goes on in the language it speaks.
  setPreferredLocale(language).catch(() => undefined)
}
